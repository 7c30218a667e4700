#pragma once
#include <fpcheck/exact/double_double.hpp>

#include <cstdint>

/// Constants of the elementary kernels, each the nearest double-double to its value (error at most 2^-107 of it).
/// They sit in functions because device code may not index a host array. tests/exact/elementary_table_test.cpp
/// recomputes every entry with MPFR.
namespace fpcheck::exact::table {

/// 2^(i / 64). Requires: 0 <= i < 64.
FPCHECK_HD inline double_double exp2_64(int i) noexcept {
  static const double t[64][2] = {
      {0x1.0000000000000p+0, 0x0.0p+0},
      {0x1.02c9a3e778061p+0, -0x1.19083535b085dp-56},
      {0x1.059b0d3158574p+0, 0x1.d73e2a475b465p-55},
      {0x1.0874518759bc8p+0, 0x1.186be4bb284ffp-57},
      {0x1.0b5586cf9890fp+0, 0x1.8a62e4adc610bp-54},
      {0x1.0e3ec32d3d1a2p+0, 0x1.03a1727c57b53p-59},
      {0x1.11301d0125b51p+0, -0x1.6c51039449b3ap-54},
      {0x1.1429aaea92de0p+0, -0x1.32fbf9af1369ep-54},
      {0x1.172b83c7d517bp+0, -0x1.19041b9d78a76p-55},
      {0x1.1a35beb6fcb75p+0, 0x1.e5b4c7b4968e4p-55},
      {0x1.1d4873168b9aap+0, 0x1.e016e00a2643cp-54},
      {0x1.2063b88628cd6p+0, 0x1.dc775814a8495p-55},
      {0x1.2387a6e756238p+0, 0x1.9b07eb6c70573p-54},
      {0x1.26b4565e27cddp+0, 0x1.2bd339940e9d9p-55},
      {0x1.29e9df51fdee1p+0, 0x1.612e8afad1255p-55},
      {0x1.2d285a6e4030bp+0, 0x1.0024754db41d5p-54},
      {0x1.306fe0a31b715p+0, 0x1.6f46ad23182e4p-55},
      {0x1.33c08b26416ffp+0, 0x1.32721843659a6p-54},
      {0x1.371a7373aa9cbp+0, -0x1.63aeabf42eae2p-54},
      {0x1.3a7db34e59ff7p+0, -0x1.5e436d661f5e3p-56},
      {0x1.3dea64c123422p+0, 0x1.ada0911f09ebcp-55},
      {0x1.4160a21f72e2ap+0, -0x1.ef3691c309278p-58},
      {0x1.44e086061892dp+0, 0x1.89b7a04ef80d0p-59},
      {0x1.486a2b5c13cd0p+0, 0x1.3c1a3b69062f0p-56},
      {0x1.4bfdad5362a27p+0, 0x1.d4397afec42e2p-56},
      {0x1.4f9b2769d2ca7p+0, -0x1.4b309d25957e3p-54},
      {0x1.5342b569d4f82p+0, -0x1.07abe1db13cadp-55},
      {0x1.56f4736b527dap+0, 0x1.9bb2c011d93adp-54},
      {0x1.5ab07dd485429p+0, 0x1.6324c054647adp-54},
      {0x1.5e76f15ad2148p+0, 0x1.ba6f93080e65ep-54},
      {0x1.6247eb03a5585p+0, -0x1.383c17e40b497p-54},
      {0x1.6623882552225p+0, -0x1.bb60987591c34p-54},
      {0x1.6a09e667f3bcdp+0, -0x1.bdd3413b26456p-54},
      {0x1.6dfb23c651a2fp+0, -0x1.bbe3a683c88abp-57},
      {0x1.71f75e8ec5f74p+0, -0x1.16e4786887a99p-55},
      {0x1.75feb564267c9p+0, -0x1.0245957316dd3p-54},
      {0x1.7a11473eb0187p+0, -0x1.41577ee04992fp-55},
      {0x1.7e2f336cf4e62p+0, 0x1.05d02ba15797ep-56},
      {0x1.82589994cce13p+0, -0x1.d4c1dd41532d8p-54},
      {0x1.868d99b4492edp+0, -0x1.fc6f89bd4f6bap-54},
      {0x1.8ace5422aa0dbp+0, 0x1.6e9f156864b27p-54},
      {0x1.8f1ae99157736p+0, 0x1.5cc13a2e3976cp-55},
      {0x1.93737b0cdc5e5p+0, -0x1.75fc781b57ebcp-57},
      {0x1.97d829fde4e50p+0, -0x1.d185b7c1b85d1p-54},
      {0x1.9c49182a3f090p+0, 0x1.c7c46b071f2bep-56},
      {0x1.a0c667b5de565p+0, -0x1.359495d1cd533p-54},
      {0x1.a5503b23e255dp+0, -0x1.d2f6edb8d41e1p-54},
      {0x1.a9e6b5579fdbfp+0, 0x1.0fac90ef7fd31p-54},
      {0x1.ae89f995ad3adp+0, 0x1.7a1cd345dcc81p-54},
      {0x1.b33a2b84f15fbp+0, -0x1.2805e3084d708p-57},
      {0x1.b7f76f2fb5e47p+0, -0x1.5584f7e54ac3bp-56},
      {0x1.bcc1e904bc1d2p+0, 0x1.23dd07a2d9e84p-55},
      {0x1.c199bdd85529cp+0, 0x1.11065895048ddp-55},
      {0x1.c67f12e57d14bp+0, 0x1.2884dff483cadp-54},
      {0x1.cb720dcef9069p+0, 0x1.503cbd1e949dbp-56},
      {0x1.d072d4a07897cp+0, -0x1.cbc3743797a9cp-54},
      {0x1.d5818dcfba487p+0, 0x1.2ed02d75b3707p-55},
      {0x1.da9e603db3285p+0, 0x1.c2300696db532p-54},
      {0x1.dfc97337b9b5fp+0, -0x1.1a5cd4f184b5cp-54},
      {0x1.e502ee78b3ff6p+0, 0x1.39e8980a9cc8fp-55},
      {0x1.ea4afa2a490dap+0, -0x1.e9c23179c2893p-54},
      {0x1.efa1bee615a27p+0, 0x1.dc7f486a4b6b0p-54},
      {0x1.f50765b6e4540p+0, 0x1.9d3e12dd8a18bp-54},
      {0x1.fa7c1819e90d8p+0, 0x1.74853f3a5931ep-55},
  };
  return {t[i][0], t[i][1]};
}

/// A reciprocal of i / 128 with at most 10 bits. Requires: 90 <= i <= 181.
FPCHECK_HD inline double log_reciprocal(int i) noexcept {
  static const double t[92] = {
      0x1.6c00000000000p+0, 0x1.6800000000000p+0, 0x1.6400000000000p+0, 0x1.6080000000000p+0, 0x1.5c80000000000p+0,
      0x1.5900000000000p+0, 0x1.5580000000000p+0, 0x1.5200000000000p+0, 0x1.4e80000000000p+0, 0x1.4b00000000000p+0,
      0x1.4780000000000p+0, 0x1.4480000000000p+0, 0x1.4180000000000p+0, 0x1.3e00000000000p+0, 0x1.3b00000000000p+0,
      0x1.3800000000000p+0, 0x1.3500000000000p+0, 0x1.3200000000000p+0, 0x1.2f80000000000p+0, 0x1.2c80000000000p+0,
      0x1.2a00000000000p+0, 0x1.2700000000000p+0, 0x1.2480000000000p+0, 0x1.2200000000000p+0, 0x1.1f80000000000p+0,
      0x1.1d00000000000p+0, 0x1.1a80000000000p+0, 0x1.1800000000000p+0, 0x1.1580000000000p+0, 0x1.1380000000000p+0,
      0x1.1100000000000p+0, 0x1.0f00000000000p+0, 0x1.0c80000000000p+0, 0x1.0a80000000000p+0, 0x1.0880000000000p+0,
      0x1.0600000000000p+0, 0x1.0400000000000p+0, 0x1.0200000000000p+0, 0x1.0000000000000p+0, 0x1.fc00000000000p-1,
      0x1.f800000000000p-1, 0x1.f400000000000p-1, 0x1.f000000000000p-1, 0x1.ed00000000000p-1, 0x1.e900000000000p-1,
      0x1.e500000000000p-1, 0x1.e200000000000p-1, 0x1.de00000000000p-1, 0x1.db00000000000p-1, 0x1.d700000000000p-1,
      0x1.d400000000000p-1, 0x1.d100000000000p-1, 0x1.ce00000000000p-1, 0x1.ca00000000000p-1, 0x1.c700000000000p-1,
      0x1.c400000000000p-1, 0x1.c100000000000p-1, 0x1.be00000000000p-1, 0x1.bb00000000000p-1, 0x1.b800000000000p-1,
      0x1.b500000000000p-1, 0x1.b200000000000p-1, 0x1.af00000000000p-1, 0x1.ac00000000000p-1, 0x1.aa00000000000p-1,
      0x1.a700000000000p-1, 0x1.a400000000000p-1, 0x1.a100000000000p-1, 0x1.9f00000000000p-1, 0x1.9c00000000000p-1,
      0x1.9a00000000000p-1, 0x1.9700000000000p-1, 0x1.9500000000000p-1, 0x1.9200000000000p-1, 0x1.9000000000000p-1,
      0x1.8d00000000000p-1, 0x1.8b00000000000p-1, 0x1.8800000000000p-1, 0x1.8600000000000p-1, 0x1.8400000000000p-1,
      0x1.8200000000000p-1, 0x1.7f00000000000p-1, 0x1.7d00000000000p-1, 0x1.7b00000000000p-1, 0x1.7900000000000p-1,
      0x1.7600000000000p-1, 0x1.7400000000000p-1, 0x1.7200000000000p-1, 0x1.7000000000000p-1, 0x1.6e00000000000p-1,
      0x1.6c00000000000p-1, 0x1.6a00000000000p-1,
  };
  return t[i - 90];
}

/// -log(log_reciprocal(i)). Requires: 90 <= i <= 181.
FPCHECK_HD inline double_double log_table(int i) noexcept {
  static const double t[92][2] = {
      {-0x1.686c81e9b14afp-2, 0x1.ddea0f7f58e3dp-57},
      {-0x1.5d1bdbf5809cap-2, -0x1.4236383dc7fe1p-56},
      {-0x1.51aad872df82dp-2, -0x1.3927ac19f55e3p-59},
      {-0x1.478cd5959b3d9p-2, -0x1.37e191a12fb48p-58},
      {-0x1.3bdd24eb14b6ap-2, -0x1.2da3c6449a7d0p-58},
      {-0x1.31871c9544185p-2, 0x1.51acc4c09b379p-60},
      {-0x1.27161913f853dp-2, -0x1.e3ec2ac9676b8p-57},
      {-0x1.1c898c16999fbp-2, 0x1.0e5c62aff1c44p-60},
      {-0x1.11e0e2dad9cb7p-2, -0x1.dc0cc6917022bp-63},
      {-0x1.071b85fcd590dp-2, -0x1.d1707f97bde80p-58},
      {-0x1.f871b28955045p-3, -0x1.4ad6c8812d31ap-63},
      {-0x1.e598ed5a87e2fp-3, 0x1.a5e78f4c50659p-58},
      {-0x1.d293581b6b3e7p-3, 0x1.c04a2aa97ac8ep-58},
      {-0x1.bc286742d8cd6p-3, -0x1.4fce744870f55p-58},
      {-0x1.a8becfc882f19p-3, 0x1.e8c37918c39ebp-58},
      {-0x1.9525a9cf456b4p-3, -0x1.d904c1d4e2e26p-57},
      {-0x1.815c0a14357ebp-3, 0x1.4be48073a0564p-58},
      {-0x1.6d60fe719d21dp-3, 0x1.caae268ecd179p-57},
      {-0x1.5c940075972b9p-3, -0x1.adccb73379cc5p-58},
      {-0x1.483bccce6e3ddp-3, -0x1.29391fb1b4b22p-57},
      {-0x1.371fc201e8f74p-3, -0x1.de6cb62af18a0p-58},
      {-0x1.2266f190a5acbp-3, -0x1.f547bf1809e88p-57},
      {-0x1.10f8e422539b1p-3, -0x1.8f798d39f1b7dp-58},
      {-0x1.fec9131dbeabbp-4, 0x1.5746b9981b36cp-58},
      {-0x1.db5270187d927p-4, -0x1.e15ab8607d2acp-58},
      {-0x1.b78c82bb0eda1p-4, -0x1.0878cf0327e21p-61},
      {-0x1.9375e55595edep-4, 0x1.e463f9e4dd920p-59},
      {-0x1.6f0d28ae56b4cp-4, 0x1.906d99184b992p-58},
      {-0x1.4a50d3aa1b040p-4, -0x1.ecf768c1dd57bp-61},
      {-0x1.2cb0283f5de1fp-4, 0x1.d359a8fde8adep-60},
      {-0x1.075983598e471p-4, -0x1.80da5333c45b8p-59},
      {-0x1.d276b8adb0b52p-5, -0x1.1e3c53257fd47p-61},
      {-0x1.868a83083f6cfp-5, 0x1.d09a5634943dbp-61},
      {-0x1.494acc34d911cp-5, -0x1.e295bf491ccc5p-59},
      {-0x1.0b94f7c196176p-5, -0x1.da43f761f4dc4p-59},
      {-0x1.7b91b07d5b11bp-6, 0x1.5b602ace3a510p-60},
      {-0x1.fc0a8b0fc03e4p-7, 0x1.83092c59642a1p-62},
      {-0x1.fe02a6b106789p-8, 0x1.e44b7e3711ebfp-67},
      {0x0.0p+0, 0x0.0p+0},
      {0x1.010157588de71p-7, 0x1.46662d417ced0p-62},
      {0x1.0205658935847p-6, 0x1.27c8e8416e71fp-60},
      {0x1.8492528c8cabfp-6, -0x1.d192d0619fa67p-60},
      {0x1.0415d89e74444p-5, 0x1.c05cf1d753622p-59},
      {0x1.35c8bfaa1306bp-5, -0x1.50830a65543a4p-63},
      {0x1.788595a3577bap-5, 0x1.e5ef898b67923p-59},
      {0x1.bbcebfc68f420p-5, 0x1.e5cf3a0f56f72p-60},
      {0x1.eea31c006b87cp-5, -0x1.3e4fc93b7b66cp-59},
      {0x1.1973bd1465567p-4, -0x1.7558367a6acf6p-59},
      {0x1.333d7f8183f4bp-4, 0x1.a92afc8ef70b1p-58},
      {0x1.55e10050e0384p-4, -0x1.45f9d61c68c1bp-58},
      {0x1.700d30aeac0e1p-4, -0x1.72566212cdd05p-61},
      {0x1.8a6477a91dc29p-4, -0x1.fa83214904842p-59},
      {0x1.a4e7640b1bc38p-4, -0x1.5b5ca203e4259p-58},
      {0x1.c885801bc4b23p-4, 0x1.a38cb559a6706p-58},
      {0x1.e3707ee30487bp-4, 0x1.09ccecd579d99p-58},
      {0x1.fe89139dbd566p-4, -0x1.ac9f4215f9393p-58},
      {0x1.0ce7ecdccc28dp-3, -0x1.692a0055dc959p-57},
      {0x1.1aa2b7e23f72ap-3, -0x1.c6ef1d9b2ef7ep-59},
      {0x1.28753bc11aba5p-3, -0x1.6394d9fa33311p-57},
      {0x1.365fcb0159016p-3, 0x1.7d411a5b944adp-58},
      {0x1.4462b9dc9b3dcp-3, -0x1.629c46c186385p-58},
      {0x1.527e5e4a1b58dp-3, -0x1.71a9682395bfdp-61},
      {0x1.60b3100b09476p-3, -0x1.5b2623e05016bp-58},
      {0x1.6f0128b756abcp-3, -0x1.8de59c21e166cp-57},
      {0x1.7898d85444c73p-3, 0x1.ef8f6ebcfb201p-58},
      {0x1.871213750e994p-3, 0x1.d685f35eea2a0p-57},
      {0x1.95a5adcf7017fp-3, 0x1.142c507fb7a3dp-58},
      {0x1.a454082e6ab05p-3, 0x1.df207dc5c34c6p-58},
      {0x1.ae2ca6f672bd4p-3, 0x1.ab5ca9eaa088ap-57},
      {0x1.bd087383bd8adp-3, 0x1.dd355f6a516d7p-60},
      {0x1.c6ffbc6f00f71p-3, -0x1.8e58b2c57a4a5p-57},
      {0x1.d60a17f903515p-3, -0x1.c0df841a71b7ap-57},
      {0x1.e020cc6235ab5p-3, 0x1.fea48dd7b81d1p-58},
      {0x1.ef5ade4dcffe6p-3, -0x1.08ab2ddc708a0p-58},
      {0x1.f991c6cb3b379p-3, 0x1.f665066f980a2p-57},
      {0x1.047e60cde83b8p-2, -0x1.0779634061cbcp-56},
      {0x1.09aa572e6c6d4p-2, 0x1.43c2e68684d53p-57},
      {0x1.1178e8227e47cp-2, -0x1.0e63a5f01c691p-57},
      {0x1.16b5ccbacfb73p-2, 0x1.66fbd28b40935p-56},
      {0x1.1bf99635a6b95p-2, -0x1.12aeb84249223p-57},
      {0x1.214456d0eb8d4p-2, 0x1.f7ae91aeba60ap-57},
      {0x1.2941afb186b7cp-2, -0x1.856e61c515740p-57},
      {0x1.2e9e2bce12286p-2, 0x1.8251a3b83d97ap-62},
      {0x1.3401e12aecba1p-2, -0x1.cd55b8a4746c0p-58},
      {0x1.396ce359bbf54p-2, -0x1.ce2b31b31e8b0p-58},
      {0x1.419b423d5e8c7p-2, 0x1.0dbb243827392p-57},
      {0x1.4718dc271c41bp-2, 0x1.8fb4c14c56eefp-60},
      {0x1.4c9e09e172c3cp-2, -0x1.123615b147a5dp-58},
      {0x1.522ae0738a3d8p-2, -0x1.8f7e9b38a6979p-57},
      {0x1.57bf753c8d1fbp-2, -0x1.0908d15f88b63p-57},
      {0x1.5d5bddf595f30p-2, -0x1.6541148cbb8a2p-56},
      {0x1.630030b3aac49p-2, 0x1.dc18ce51fff99p-57},
  };
  return {t[i - 90][0], t[i - 90][1]};
}

/// sin(i / 16). Requires: 0 <= i < 14.
FPCHECK_HD inline double_double sin_16(int i) noexcept {
  static const double t[14][2] = {
      {0x0.0p+0, 0x0.0p+0},
      {0x1.ffaaaeeed4edbp-5, -0x1.2d16d32684b69p-59},
      {0x1.feaaeee86ee36p-4, -0x1.afcb2bcc6f03bp-59},
      {0x1.7dc102fbaf2b5p-3, 0x1.5ab50e23c97c3p-59},
      {0x1.faaeed4f31577p-3, -0x1.15d88508e32b8p-57},
      {0x1.3ad129769d3d8p-2, 0x1.03d550487839ap-63},
      {0x1.7710255764214p-2, -0x1.6ead7314bb6cep-57},
      {0x1.b1d8305321617p-2, -0x1.ae242cb99f519p-56},
      {0x1.eaee8744b05f0p-2, -0x1.789b43c9b027dp-58},
      {0x1.110d0c4b69c3bp-1, 0x1.d918998809981p-55},
      {0x1.2b91dea88421ep-1, -0x1.fa371db216ab0p-55},
      {0x1.44eb381cf386bp-1, -0x1.3ed6c1e6a5505p-55},
      {0x1.5cffc16bf8f0dp-1, 0x1.96cb370eb578ap-55},
      {0x1.73b7680dea578p-1, -0x1.2248306dc12a2p-56},
  };
  return {t[i][0], t[i][1]};
}

/// cos(i / 16). Requires: 0 <= i < 14.
FPCHECK_HD inline double_double cos_16(int i) noexcept {
  static const double t[14][2] = {
      {0x1.0000000000000p+0, 0x0.0p+0},
      {0x1.ff0015549f4d3p-1, 0x1.328387b99426fp-55},
      {0x1.fc015527d5bd3p-1, 0x1.b68f35094efb8p-55},
      {0x1.f706bdf9ece1cp-1, -0x1.698c80c36dcb4p-55},
      {0x1.f01549f7deea1p-1, 0x1.d3c1e99e5cafdp-55},
      {0x1.e733ea0193d40p-1, -0x1.6428b3546ce13p-55},
      {0x1.dc6b7eb995912p-1, 0x1.4b364776dcd35p-58},
      {0x1.cfc6cfa52ad9fp-1, 0x1.8b5b5508f2a0dp-55},
      {0x1.c1528065b7d50p-1, -0x1.892111312e828p-55},
      {0x1.b11d04162a4c6p-1, 0x1.1dd561efbc0c2p-56},
      {0x1.9f368ed912f85p-1, -0x1.1d200c5791606p-55},
      {0x1.8bb105a5dc900p-1, 0x1.863e03e9474c1p-55},
      {0x1.769fec655211fp-1, -0x1.827d5cf8c68c5p-57},
      {0x1.6018526f563dfp-1, 0x1.46ca5e0e432d0p-55},
  };
  return {t[i][0], t[i][1]};
}

/// atan(i / 16). Requires: 0 <= i <= 16.
FPCHECK_HD inline double_double atan_16(int i) noexcept {
  static const double t[17][2] = {
      {0x0.0p+0, 0x0.0p+0},
      {0x1.ff55bb72cfdeap-5, -0x1.c934d86d23f1dp-60},
      {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
      {0x1.7b97b4bce5b02p-3, 0x1.347b0b4f881cap-58},
      {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
      {0x1.362773707ebccp-2, -0x1.963a544b672d8p-57},
      {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
      {0x1.a64eec3cc23fdp-2, -0x1.24dec1b50b7ffp-56},
      {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
      {0x1.0657e94db30d0p-1, -0x1.d5b495f6349e6p-56},
      {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
      {0x1.345f01cce37bbp-1, 0x1.1021137c71102p-55},
      {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
      {0x1.5d58987169b18p-1, 0x1.0028e4bc5e7cap-57},
      {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
      {0x1.819d0b7158a4dp-1, -0x1.bf76229d3b917p-56},
      {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55},
  };
  return {t[i][0], t[i][1]};
}

/// The 64-bit words of 2 / pi = sum t[i] 2^(-64 i), from t[0] = 0. Requires: 0 <= i < 22.
FPCHECK_HD inline std::uint64_t two_over_pi(int i) noexcept {
  static const std::uint64_t t[22] = {
      0,
      0xa2f9836e4e441529,
      0xfc2757d1f534ddc0,
      0xdb6295993c439041,
      0xfe5163abdebbc561,
      0xb7246e3a424dd2e0,
      0x06492eea09d1921c,
      0xfe1deb1cb129a73e,
      0xe88235f52ebb4484,
      0xe99c7026b45f7e41,
      0x3991d639835339f4,
      0x9c845f8bbdf9283b,
      0x1ff897ffde05980f,
      0xef2f118b5a0a6d1f,
      0x6d367ecf27cb09b7,
      0x4f463f669e5fea2d,
      0x7527bac7ebe5f17b,
      0x3d0739f78a5292ea,
      0x6bfb5fb11f8d5d08,
      0x56033046fc7b6bab,
      0xf0cfbc209af4361d,
      0xa9e391615ee61b08,
  };
  return t[i];
}

/// log(2) / 64 in three parts, the first two of 36 bits: products with integers up to 2^17 are exact.
inline constexpr double ln2_64_a = 0x1.62e42fefa0000p-7, ln2_64_b = 0x1.cf79abc9e0000p-46, ln2_64_c = 0x1.d9cc01f97b57ap-85;
/// log(2)
inline constexpr double ln2_high = 0x1.62e42fefa39efp-1, ln2_low = 0x1.abc9e3b39803fp-56;
/// log(10)
inline constexpr double ln10_high = 0x1.26bb1bbb55516p+1, ln10_low = -0x1.f48ad494ea3e9p-53;
/// 1 / log(2)
inline constexpr double log2e_high = 0x1.71547652b82fep+0, log2e_low = 0x1.777d0ffda0d24p-56;
/// 1 / log(10)
inline constexpr double log10e_high = 0x1.bcb7b1526e50ep-2, log10e_low = 0x1.95355baaafad3p-57;
/// pi
inline constexpr double pi_high = 0x1.921fb54442d18p+1, pi_low = 0x1.1a62633145c07p-53;
/// pi / 2
inline constexpr double half_pi_high = 0x1.921fb54442d18p+0, half_pi_low = 0x1.1a62633145c07p-54;
/// pi / 4
inline constexpr double quarter_pi_high = 0x1.921fb54442d18p-1, quarter_pi_low = 0x1.1a62633145c07p-55;
/// 3 pi / 4
inline constexpr double three_quarter_pi_high = 0x1.2d97c7f3321d2p+1, three_quarter_pi_low = 0x1.a79394c9e8a0ap-54;
/// 1 / 3
inline constexpr double third_high = 0x1.5555555555555p-2, third_low = 0x1.5555555555555p-56;
/// 1 / 5
inline constexpr double fifth_high = 0x1.999999999999ap-3, fifth_low = -0x1.999999999999ap-57;
/// 1 / 6
inline constexpr double sixth_high = 0x1.5555555555555p-3, sixth_low = 0x1.5555555555555p-57;
/// 1 / 7
inline constexpr double seventh_high = 0x1.2492492492492p-3, seventh_low = 0x1.2492492492492p-57;
/// 1 / 9
inline constexpr double ninth_high = 0x1.c71c71c71c71cp-4, ninth_low = 0x1.c71c71c71c71cp-58;
/// 1 / 4!
inline constexpr double r24_high = 0x1.5555555555555p-5, r24_low = 0x1.5555555555555p-59;
/// 1 / 5!
inline constexpr double r120_high = 0x1.1111111111111p-7, r120_low = 0x1.1111111111111p-63;
/// 1 / 6!
inline constexpr double r720_high = 0x1.6c16c16c16c17p-10, r720_low = -0x1.f49f49f49f49fp-65;
/// 1 / 7!
inline constexpr double r5040_high = 0x1.a01a01a01a01ap-13, r5040_low = 0x1.a01a01a01a01ap-73;

} // namespace fpcheck::exact::table
