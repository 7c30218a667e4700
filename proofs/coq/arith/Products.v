(** PROD-1: which products of narrow numbers are exact in a wide format. *)
From Coq Require Import ZArith Reals Lia Lra.
From Flocq Require Import Core.
From Fpcheck.arith Require Import Format.
From Fpcheck.generated Require Import Rows.
Local Open Scope R_scope.

(** Enough precision and enough exponent range: always exact. *)
Theorem product_exact f g {Gf : Good f} {Gg : Good g} x y :
  (2 * prec f <= prec g)%Z -> (emin g <= 2 * emin f)%Z -> inF f x -> inF f y -> rne g (x * y) = x * y.
Proof.
intros P E Fx Fy. apply rne_id; [exact Gg|].
apply inF_elim in Fx as (mx & ex & -> & Hmx & Hex); [|exact Gf].
apply inF_elim in Fy as (my & ey & -> & Hmy & Hey); [|exact Gf].
replace (IZR mx * bpow radix2 ex * (IZR my * bpow radix2 ey)) with (IZR (mx * my) * bpow radix2 (ex + ey))
  by (rewrite mult_IZR, bpow_plus; ring).
apply inF_scaled; [exact Gg| |lia].
assert (Hp := prec_pos f). assert (2 ^ (2 * prec f) <= 2 ^ prec g)%Z by (apply Z.pow_le_mono_r; lia).
replace (2 * prec f)%Z with (prec f + prec f)%Z in H by ring. rewrite Z.pow_add_r in H by lia.
rewrite Z.abs_mul. nia.
Qed.

(** With precision alone the product is exact from 2^(emin_g + 2p - 1) on. *)
Theorem product_exact_above f g {Gf : Good f} {Gg : Good g} x y :
  (2 * prec f <= prec g)%Z -> inF f x -> inF f y ->
  (x * y <> 0 -> bpow radix2 (emin g + 2 * prec f - 1) <= Rabs (x * y)) -> rne g (x * y) = x * y.
Proof.
intros P Fx Fy U. apply rne_id; [exact Gg|].
destruct (Req_dec (x * y) 0) as [->|Nz]; [apply inF_0|]. specialize (U Nz).
apply inF_elim in Fx as (mx & ex & -> & Hmx & Hex); [|exact Gf].
apply inF_elim in Fy as (my & ey & -> & Hmy & Hey); [|exact Gf].
assert (E : IZR mx * bpow radix2 ex * (IZR my * bpow radix2 ey) = IZR (mx * my) * bpow radix2 (ex + ey))
  by (rewrite mult_IZR, bpow_plus; ring).
rewrite E in *. assert (Hp := prec_pos f).
assert (M : (Z.abs (mx * my) < 2 ^ (2 * prec f))%Z).
{ rewrite Z.abs_mul. replace (2 * prec f)%Z with (prec f + prec f)%Z by ring. rewrite Z.pow_add_r by lia. nia. }
assert (L : (emin g <= ex + ey)%Z).
{ assert (H : bpow radix2 (emin g + 2 * prec f - 1) < bpow radix2 (2 * prec f + (ex + ey))).
  { apply Rle_lt_trans with (1 := U). rewrite Rabs_mult, <- abs_IZR, (Rabs_pos_eq (bpow _ _)), (bpow_plus _ (2 * prec f)) by apply bpow_ge_0.
    apply Rmult_lt_compat_r; [apply bpow_gt_0|]. rewrite <- (IZR_Zpower radix2) by lia. apply IZR_lt. exact M. }
  apply lt_bpow in H. lia. }
apply inF_scaled; [exact Gg| |exact L].
assert (2 ^ (2 * prec f) <= 2 ^ prec g)%Z by (apply Z.pow_le_mono_r; lia). lia.
Qed.

(** What holds in binary32: f16, e4m3, e5m2 and narrower always; bf16 from 2^-134 on. *)
Corollary f16_product_in_f32 x y : inF f16 x -> inF f16 y -> rne f32 (x * y) = x * y.
Proof. apply product_exact; auto with typeclass_instances; discriminate. Qed.
Corollary e4m3fn_product_in_f16 x y : inF e4m3fn x -> inF e4m3fn y -> rne f16 (x * y) = x * y.
Proof. apply product_exact; auto with typeclass_instances; discriminate. Qed.
Corollary e4m3fn_product_in_bf16 x y : inF e4m3fn x -> inF e4m3fn y -> rne bf16 (x * y) = x * y.
Proof. apply product_exact; auto with typeclass_instances; discriminate. Qed.
Corollary e5m2_product_in_bf16 x y : inF e5m2 x -> inF e5m2 y -> rne bf16 (x * y) = x * y.
Proof. apply product_exact; auto with typeclass_instances; discriminate. Qed.
Corollary e2m3fn_product_in_bf16 x y : inF e2m3fn x -> inF e2m3fn y -> rne bf16 (x * y) = x * y.
Proof. apply product_exact; auto with typeclass_instances; discriminate. Qed.
Corollary e2m1fn_product_in_e4m3fn x y : inF e2m1fn x -> inF e2m1fn y -> rne e4m3fn (x * y) = x * y.
Proof. apply product_exact; auto with typeclass_instances; discriminate. Qed.
Corollary f32_product_in_f64 x y : inF f32 x -> inF f32 y -> rne f64 (x * y) = x * y.
Proof. apply product_exact; auto with typeclass_instances; discriminate. Qed.
Corollary bf16_product_in_f32 x y : inF bf16 x -> inF bf16 y ->
  (x * y <> 0 -> bpow radix2 (-134) <= Rabs (x * y)) -> rne f32 (x * y) = x * y.
Proof. exact (product_exact_above bf16 f32 x y ltac:(discriminate)). Qed.

(** The exception is real: a product of two bf16 numbers may underflow binary32. *)
Theorem bf16_product_not_always_exact : exists x y, inF bf16 x /\ inF bf16 y /\ rne f32 (x * y) <> x * y.
Proof.
exists (bpow radix2 (-80)), (bpow radix2 (-80)). split; [|split].
1,2: apply inF_bpow; [auto with typeclass_instances|discriminate].
rewrite <- bpow_plus. intros E.
assert (F : inF f32 (bpow radix2 (-80 + -80))) by (rewrite <- E; apply inF_rne; auto with typeclass_instances).
assert (H := generic_format_bpow_inv radix2 (fx f32) _ F). unfold fx, FLT_exp in H; simpl in H. lia.
Qed.

(** PROD-1, the table in one statement. *)
Theorem exact_products :
  (forall x y, inF f16 x -> inF f16 y -> rne f32 (x * y) = x * y) /\
  (forall x y, inF e4m3fn x -> inF e4m3fn y -> rne f16 (x * y) = x * y /\ rne bf16 (x * y) = x * y) /\
  (forall x y, inF e5m2 x -> inF e5m2 y -> rne bf16 (x * y) = x * y) /\
  (forall x y, inF e2m1fn x -> inF e2m1fn y -> rne e4m3fn (x * y) = x * y) /\
  (forall x y, inF f32 x -> inF f32 y -> rne f64 (x * y) = x * y) /\
  (forall x y, inF bf16 x -> inF bf16 y -> (x * y <> 0 -> bpow radix2 (-134) <= Rabs (x * y)) -> rne f32 (x * y) = x * y) /\
  (exists x y, inF bf16 x /\ inF bf16 y /\ rne f32 (x * y) <> x * y).
Proof.
repeat split; intros; auto using f16_product_in_f32, e4m3fn_product_in_f16, e4m3fn_product_in_bf16, e5m2_product_in_bf16,
  e2m1fn_product_in_e4m3fn, f32_product_in_f64, bf16_product_in_f32, bf16_product_not_always_exact.
Qed.
