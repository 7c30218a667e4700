(** EXP2-1: the shipped exp2, from any binary32 argument to the rounded result: exact reduction, polynomial, one rounding
    in the scaling. The integer part comes out of a magic addition and the scaling of two factors: EXP2-2 (SMT, on the
    compiled code) shows that they are what is written here. *)
From Coq Require Import ZArith Reals Lia Lra.
From Flocq Require Import Core.
From Fpcheck.arith Require Import Format RoundingError Scaling.
From Fpcheck.generated Require Import Rows Exp2Constants.
From Fpcheck.approx Require Import Exp2Polynomial.
Local Open Scope R_scope.

Definition whole (x : R) : Z := ZnearestE x.
Definition fraction (x : R) : R := x - IZR (whole x).
Definition exp2_value (p : R -> R) (x : R) : R := rne f32 (p (fraction x) * bpow radix2 (whole x)).

Lemma fraction_range x : -1/2 <= fraction x <= 1/2.
Proof.
unfold fraction, whole. assert (H := Znearest_half (fun z => negb (Z.even z)) x). apply Rabs_le_inv in H. lra.
Qed.

(** The reduction loses nothing. *)
Theorem reduction_exact x : inF f32 x -> inF f32 (fraction x).
Proof.
intros F. apply inF_elim in F as (m & e & E & Hm & He); [|auto with typeclass_instances].
change (prec f32) with 24%Z in Hm. change (emin f32) with (-149)%Z in He.
assert (R := fraction_range x). unfold fraction in *. set (n := whole x) in *.
destruct (Z_le_gt_dec 0 e) as [P|P].
- assert (X : x = IZR (m * 2 ^ e)) by (rewrite E, mult_IZR, (IZR_Zpower radix2) by exact P; reflexivity).
  assert (N : n = (m * 2 ^ e)%Z) by (unfold n, whole; rewrite X; apply (Zrnd_IZR ZnearestE)).
  rewrite N, X, Rminus_diag_eq by reflexivity. apply inF_0.
- assert (D : x - IZR n = IZR (m - n * 2 ^ (- e)) * bpow radix2 e).
  { rewrite minus_IZR, mult_IZR, (IZR_Zpower radix2), Rmult_minus_distr_r, Rmult_assoc, <- bpow_plus, <- E by lia.
    rewrite Z.add_opp_diag_l. simpl. ring. }
  destruct (Z_le_gt_dec (-25) e) as [Q|Q].
  + rewrite D. apply inF_scaled; [auto with typeclass_instances| |exact He].
    change (prec f32) with 24%Z.
    assert (A : Rabs (IZR (m - n * 2 ^ (- e))) * bpow radix2 e <= / 2).
    { rewrite <- (Rabs_pos_eq (bpow radix2 e)), <- Rabs_mult, <- D by apply bpow_ge_0. apply Rabs_le. lra. }
    apply le_IZR. rewrite abs_IZR. apply (Rmult_le_reg_r (bpow radix2 e)); [apply bpow_gt_0|].
    apply Rle_trans with (1 := A). change (2 ^ 24)%Z with (radix2 ^ 24)%Z. rewrite IZR_Zpower by discriminate.
    rewrite <- bpow_plus. change (/ 2) with (bpow radix2 (-1)). apply bpow_le. lia.
  + assert (S : Rabs x < / 2).
    { rewrite E, Rabs_mult, <- abs_IZR, (Rabs_pos_eq (bpow radix2 e)) by apply bpow_ge_0.
      apply Rlt_le_trans with (bpow radix2 24 * bpow radix2 e).
      - apply Rmult_lt_compat_r; [apply bpow_gt_0|]. rewrite <- (IZR_Zpower radix2) by discriminate. now apply IZR_lt.
      - rewrite <- bpow_plus. change (/ 2) with (bpow radix2 (-1)). apply bpow_le. lia. }
    assert (N : n = 0%Z). { unfold n, whole. apply Znearest_imp. now rewrite Rminus_0_r. }
    rewrite N, Rminus_0_r, E. apply inF_scaled; [auto with typeclass_instances| |exact He].
    change (prec f32) with 24%Z. lia.
Qed.

Lemma pow2_split x : pow2 x = pow2 (fraction x) * bpow radix2 (whole x).
Proof.
rewrite bpow_exp. unfold pow2. rewrite <- exp_plus. f_equal. unfold fraction. change (IZR radix2) with 2. ring.
Qed.

(** EXP2-1. *)
Theorem exp2_error p bound x : polynomial_ok p bound -> inF f32 x -> -151 <= x < 128 ->
  Rabs (exp2_value p x - pow2 x) <= bound * pow2 x + / 2 * eta f32 /\
  ((-125 <= whole x)%Z -> Rabs (exp2_value p x - pow2 x) <= bound * pow2 x) /\
  0 <= exp2_value p x <= maxfin f32.
Proof.
intros OK Fx Hx. set (f := fraction x). set (n := whole x).
assert (Hf := fraction_range x). assert (Ff := reduction_exact x Fx). fold f in Hf, Ff.
destruct (OK f Ff Hf) as (Fp & Err & Range & Below).
assert (B := bpow_gt_0 radix2 n). assert (P := pow2_pos f).
assert (S : pow2 x = pow2 f * bpow radix2 n) by apply pow2_split.
set (y := p f * bpow radix2 n).
assert (Ey : Rabs (y - pow2 x) <= bound * pow2 x).
{ rewrite S. unfold y. replace (p f * bpow radix2 n - pow2 f * bpow radix2 n) with ((p f - pow2 f) / pow2 f * (pow2 f * bpow radix2 n)) by (field; lra).
  rewrite Rabs_mult, (Rabs_pos_eq (pow2 f * bpow radix2 n)) by (apply Rmult_le_pos; lra).
  apply Rmult_le_compat_r; [apply Rmult_le_pos; lra|exact Err]. }
assert (Normal : (-125 <= n)%Z -> exp2_value p x = y).
{ intros N. unfold exp2_value. fold f n. apply rne_id; [auto with typeclass_instances|].
  apply scale_exact; [auto with typeclass_instances|exact Fp|]. intros Nz.
  assert (0 <= mag radix2 (p f))%Z.
  { apply mag_ge_bpow. rewrite Rabs_pos_eq by (simpl in Range; lra). simpl in *. lra. }
  change (emin f32) with (-149)%Z. change (prec f32) with 24%Z. lia. }
assert (Tiny : (n < -125)%Z -> Rabs (exp2_value p x - y) <= / 2 * eta f32).
{ intros N. unfold exp2_value. fold f n y. apply Rle_trans with (1 := error_le_half_ulp radix2 (fx f32) _ y).
  apply Rmult_le_compat_l; [lra|].
  destruct (Req_dec y 0) as [->|Nz]; [unfold fx; rewrite ulp_FLT_0 by reflexivity; apply Rle_refl|].
  rewrite ulp_neq_0 by exact Nz. apply bpow_le. unfold cexp, fx, FLT_exp.
  assert (mag radix2 y <= -125)%Z.
  { apply mag_le_bpow; [exact Nz|]. unfold y. rewrite Rabs_mult, (Rabs_pos_eq (bpow radix2 n)) by lra.
    rewrite Rabs_pos_eq by (simpl in Range; lra).
    apply Rlt_le_trans with (bpow radix2 1 * bpow radix2 n); [apply Rmult_lt_compat_r; simpl in *; lra|].
    rewrite <- bpow_plus. apply bpow_le. lia. }
  change (emin f32) with (-149)%Z. change (prec f32) with 24%Z. lia. }
split; [|split].
- destruct (Z_le_gt_dec (-125) n) as [N|N].
  + rewrite (Normal N). assert (0 < eta f32) by apply eta_pos. lra.
  + replace (exp2_value p x - pow2 x) with ((exp2_value p x - y) + (y - pow2 x)) by ring.
    apply Rle_trans with (1 := Rabs_triang _ _). specialize (Tiny ltac:(lia)). lra.
- intros N. now rewrite (Normal N).
- assert (Y0 : 0 <= y) by (apply Rmult_le_pos; simpl in Range; lra).
  unfold exp2_value. fold f n y. split.
  + apply round_ge_generic; auto with typeclass_instances. apply inF_0.
  + apply round_le_generic; auto with typeclass_instances.
    { apply inF_scaled; [auto with typeclass_instances|discriminate|discriminate]. }
    assert (M : (n <= 128)%Z).
    { unfold n, whole. apply le_IZR. assert (H := fraction_range x). unfold fraction, whole in H. apply Rnot_lt_le. intros L.
      assert (IZR 129 <= IZR (ZnearestE x)) by (apply IZR_le; apply lt_IZR in L; lia). lra. }
    unfold maxfin. change (max_sig f32) with 16777215%Z. change (max_exp f32) with 104%Z.
    destruct (Z_le_gt_dec n 127) as [N|N].
    * apply Rle_trans with (3 * powerRZ 2 (-1) * bpow radix2 127).
      { unfold y. apply Rmult_le_compat; [simpl in Range; lra|lra|tauto|apply bpow_le; exact N]. }
      replace 127%Z with (23 + 104)%Z by reflexivity. rewrite bpow_plus, <- Rmult_assoc.
      apply Rmult_le_compat_r; [apply bpow_ge_0|]. simpl. lra.
    * assert (N128 : n = 128%Z) by lia.
      assert (L : f <= - powerRZ 2 (-17)).
      { (* the largest float below 128 is 128 - 2^-17 *)
        assert (X : x <= pred radix2 (fx f32) 128).
        { apply pred_ge_gt; auto with typeclass_instances; [|lra]. change 128 with (bpow radix2 7).
          apply inF_bpow; [auto with typeclass_instances|discriminate]. }
        change 128 with (bpow radix2 7) in X. rewrite pred_bpow in X. unfold f, fraction. fold n.
        rewrite N128. simpl in X |- *. lra. }
      specialize (Below L). unfold y. rewrite N128.
      apply Rle_trans with (262143 * powerRZ 2 (-18) * bpow radix2 128).
      { apply Rmult_le_compat_r; [apply bpow_ge_0|tauto]. }
      replace 128%Z with (24 + 104)%Z by reflexivity. rewrite bpow_plus, <- Rmult_assoc.
      apply Rmult_le_compat_r; [apply bpow_ge_0|]. simpl. lra.
Qed.

(** All three grades. *)
Theorem exp2_shipped x : inF f32 x -> -151 <= x < 128 ->
  (Rabs (exp2_value f32_grade x - pow2 x) <= f32_grade_bound * pow2 x + / 2 * eta f32 /\
   Rabs (exp2_value f16_grade x - pow2 x) <= f16_grade_bound * pow2 x + / 2 * eta f32 /\
   Rabs (exp2_value bf16_grade x - pow2 x) <= bf16_grade_bound * pow2 x + / 2 * eta f32) /\
  ((-125 <= whole x)%Z ->
   Rabs (exp2_value f32_grade x - pow2 x) <= f32_grade_bound * pow2 x /\
   Rabs (exp2_value f16_grade x - pow2 x) <= f16_grade_bound * pow2 x /\
   Rabs (exp2_value bf16_grade x - pow2 x) <= bf16_grade_bound * pow2 x) /\
  (exp2_value f32_grade x <= maxfin f32 /\ exp2_value f16_grade x <= maxfin f32 /\ exp2_value bf16_grade x <= maxfin f32).
Proof.
intros F H.
destruct (exp2_error _ _ x f32_polynomial F H) as (A1 & A2 & A3 & A4).
destruct (exp2_error _ _ x f16_polynomial F H) as (B1 & B2 & B3 & B4).
destruct (exp2_error _ _ x bf16_polynomial F H) as (C1 & C2 & C3 & C4).
split; [|split]; [auto| |auto]. intros N. auto.
Qed.
(** Integers come out exact. *)
Theorem exp2_of_integer n : (-149 <= n <= 127)%Z -> exp2_value f32_grade (IZR n) = bpow radix2 n.
Proof.
intros Hn. unfold exp2_value, fraction, whole. rewrite (Zrnd_IZR ZnearestE), Rminus_diag_eq by reflexivity.
unfold f32_grade, fma32. rewrite Rmult_0_l, Rplus_0_l.
assert (O : rne f32 1 = 1).
{ apply rne_id; [auto with typeclass_instances|]. change 1 with (bpow radix2 0). apply inF_bpow; [auto with typeclass_instances|discriminate]. }
rewrite O, Rmult_1_l. apply rne_id; [auto with typeclass_instances|]. apply inF_bpow; [auto with typeclass_instances|].
change (emin f32) with (-149)%Z. tauto.
Qed.
