(** HASH-1: the multiplication in an FNV-1a step needs 57 bits. No floating-point format below 57 bits of precision
    does it in one product; in binary64 a split does, if no piece exceeds 28 bits. *)
From Coq Require Import ZArith Reals Lia Lra.
From Flocq Require Import Core.
From Fpcheck.arith Require Import Format.
From Fpcheck.generated Require Import Rows.
From Fpcheck.integers Require Import Integers.
Local Open Scope Z_scope.

Definition fnv_prime : Z := 0x01000193.
Definition fnv_step (h byte : Z) : Z := (Z.lxor h byte * fnv_prime) mod 2 ^ 32.

Lemma odd_product_exact_iff f {G : Good f} n : 0 < n -> Z.odd n = true -> inF f (IZR n) <-> n < 2 ^ prec f.
Proof.
intros Hn Ho. destruct n as [|n|n]; try lia. rewrite int_exact_iff_odd_part by assumption.
destruct n; simpl odd_part in *; [reflexivity|discriminate|reflexivity].
Qed.

(** A factor of k bits times an odd constant c of b bits is always exact iff k + b bits fit: the widest odd factor decides. *)
Lemma all_products_exact_iff f {G : Good f} c k : 0 < c -> Z.odd c = true -> 1 <= k ->
  (forall x, 0 <= x < 2 ^ k -> inF f (IZR (x * c))) <-> (2 ^ k - 1) * c < 2 ^ prec f.
Proof.
intros Hc Ho Hk. assert (H2 : 2 ^ k = 2 * 2 ^ (k - 1)) by (rewrite <- Z.pow_succ_r by lia; f_equal; lia).
assert (P : 0 < 2 ^ (k - 1)) by (apply Z.pow_pos_nonneg; lia).
split.
- intros H. apply (odd_product_exact_iff f).
  + nia.
  + rewrite Z.odd_mul, Ho, Z.odd_sub, H2, Z.odd_mul. reflexivity.
  + apply H. lia.
- intros H x Hx. apply representable_shape; [exact G|]. exists (x * c), 0. rewrite Z.pow_0_r. nia.
Qed.

(** The product needs 57 bits and not one fewer. *)
Theorem fnv_product_bits b : 0 < b ->
  (forall h, 0 <= h < 2 ^ 32 -> inF (integer_format b) (IZR (h * fnv_prime))) <-> 57 <= b.
Proof.
intros Hb. assert (G := good_integer_format b Hb).
rewrite (all_products_exact_iff (integer_format b) fnv_prime 32); [|reflexivity|reflexivity|lia]. simpl prec.
split; intros H.
- apply Z.nlt_ge. intros L. assert (2 ^ b <= 2 ^ 56) by (apply Z.pow_le_mono_r; lia).
  unfold fnv_prime in H. lia.
- apply Z.lt_le_trans with (2 ^ 57); [reflexivity|]. apply Z.pow_le_mono_r; lia.
Qed.

(** So a single binary64 product is wrong for some state, for instance for 2^32 - 1. *)
Theorem fnv_not_exact_in_f64 : ~ inF f64 (IZR ((2 ^ 32 - 1) * fnv_prime)).
Proof. rewrite odd_product_exact_iff by (auto with typeclass_instances; reflexivity). discriminate. Qed.

(** The prime itself, 2^24 + 403, is no binary32 number. *)
Theorem fnv_prime_not_in_f32 : ~ inF f32 (IZR fnv_prime).
Proof. rewrite odd_product_exact_iff by (auto with typeclass_instances; reflexivity). discriminate. Qed.

Lemma below_iff c p k0 k : 0 < c -> 1 <= k -> (2 ^ k0 - 1) * c < 2 ^ p -> 2 ^ p <= (2 ^ (k0 + 1) - 1) * c -> 0 <= k0 ->
  (2 ^ k - 1) * c < 2 ^ p <-> k <= k0.
Proof.
intros Hc Hk A B K. split; intros H.
- apply Z.nlt_ge. intros L. assert (2 ^ (k0 + 1) <= 2 ^ k) by (apply Z.pow_le_mono_r; lia). nia.
- assert (2 ^ k <= 2 ^ k0) by (apply Z.pow_le_mono_r; lia). nia.
Qed.

(** Which splittings are exact: a k-bit piece times the prime in binary64 iff k <= 28; times the 403 that is left of the
    prime without its leading bit, in binary32, iff k <= 15. *)
Theorem fnv_piece_f64 k : 1 <= k -> (forall x, 0 <= x < 2 ^ k -> inF f64 (IZR (x * fnv_prime))) <-> k <= 28.
Proof.
intros Hk. rewrite all_products_exact_iff by (auto with typeclass_instances; reflexivity).
apply below_iff; try reflexivity; try assumption; discriminate.
Qed.
Theorem fnv_piece_f32 k : 1 <= k -> (forall x, 0 <= x < 2 ^ k -> inF f32 (IZR (x * (fnv_prime - 2 ^ 24)))) <-> k <= 15.
Proof.
intros Hk. rewrite all_products_exact_iff by (auto with typeclass_instances; reflexivity).
apply below_iff; try reflexivity; try assumption; discriminate.
Qed.

(** The two-piece step: with 4 <= k <= 28 both products are exact in binary64, and together they are the step. *)
Theorem fnv_split_step h k : 0 <= h < 2 ^ 32 -> 4 <= k <= 28 ->
  let hi := h / 2 ^ k in let lo := h mod 2 ^ k in
  rne f64 (IZR (hi * fnv_prime)) = IZR (hi * fnv_prime) /\
  rne f64 (IZR (lo * fnv_prime)) = IZR (lo * fnv_prime) /\
  ((hi * fnv_prime mod 2 ^ (32 - k)) * 2 ^ k + lo * fnv_prime) mod 2 ^ 32 = (h * fnv_prime) mod 2 ^ 32.
Proof.
intros Hh Hk hi lo.
assert (P : 0 < 2 ^ k) by (apply Z.pow_pos_nonneg; lia).
assert (Q : 0 < 2 ^ (32 - k)) by (apply Z.pow_pos_nonneg; lia).
assert (E : 2 ^ 32 = 2 ^ (32 - k) * 2 ^ k) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
assert (Hhi : 0 <= hi < 2 ^ (32 - k)).
{ unfold hi. split; [apply Z.div_pos; lia|apply Z.div_lt_upper_bound; lia]. }
assert (Hlo : 0 <= lo < 2 ^ k) by (apply Z.mod_pos_bound; lia).
split; [|split].
- apply rne_id; auto with typeclass_instances. apply (proj2 (fnv_piece_f64 (32 - k) ltac:(lia))); lia.
- apply rne_id; auto with typeclass_instances. apply (proj2 (fnv_piece_f64 k ltac:(lia))); lia.
- rewrite E, <- Z.mul_mod_distr_r by lia. rewrite <- E, Z.add_mod_idemp_l by lia. f_equal.
  replace h with (hi * 2 ^ k + lo) by (unfold hi, lo; generalize (Z.div_mod h (2 ^ k)); lia). ring.
Qed.
