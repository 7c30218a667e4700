(** EFT-1: error-free transforms, for every format of at least two bits. *)
From Coq Require Import ZArith Reals Lia Lra.
From Flocq Require Import Core Sterbenz Plus_error Mult_error Pff2Flocq.
From Fpcheck.arith Require Import Format.
From Fpcheck.generated Require Import Rows.
Local Open Scope R_scope.

Definition add f x y := rne f (x + y).
Definition sub f x y := rne f (x - y).
Definition fma f x y z := rne f (x * y + z).
(** Knuth's six operations, in the order of [fpcheck::exact::two_sum]. *)
Definition two_sum f a b :=
  let s := add f a b in let bb := sub f s a in (s, add f (sub f a (sub f s bb)) (sub f b bb)).
Definition fast_two_sum f x y := let s := add f x y in (s, sub f y (sub f s x)).
Definition two_product f x y := let p := rne f (x * y) in (p, fma f x y (- p)).

Section Transforms.
Context (f : fmt) {G : Good f}.

Theorem sterbenz_exact x y : inF f x -> inF f y -> y / 2 <= x <= 2 * y -> sub f x y = x - y.
Proof. intros Fx Fy B. apply rne_id; [exact G|]. apply sterbenz; auto with typeclass_instances. Qed.

Theorem sum_error_representable x y : inF f x -> inF f y -> inF f (add f x y - (x + y)).
Proof. intros Fx Fy. apply plus_error; auto with typeclass_instances. Qed.

Lemma ties_to_even_symmetric : forall x : Z, negb (Z.even x) = negb (negb (Z.even (- (x + 1)))).
Proof. intros x. rewrite Bool.negb_involutive, Z.even_opp, Z.even_add. now destruct (Z.even x). Qed.

(** No condition on the size of the operands, no condition against underflow. *)
Theorem two_sum_exact x y : (1 < prec f)%Z -> inF f x -> inF f y ->
  fst (two_sum f x y) + snd (two_sum f x y) = x + y.
Proof.
intros Hp Fx Fy.
exact (TwoSum_correct (emin f) (prec f) (fun z => negb (Z.even z)) Hp (emin_nonpos f) ties_to_even_symmetric x y Fx Fy).
Qed.

Theorem fast_two_sum_exact x y : (1 < prec f)%Z -> inF f x -> inF f y -> Rabs y <= Rabs x ->
  fst (fast_two_sum f x y) + snd (fast_two_sum f x y) = x + y.
Proof.
intros Hp Fx Fy Hxy.
generalize (Fast2Sum_correct (emin f) (prec f) (fun z => negb (Z.even z)) Hp (emin_nonpos f) ties_to_even_symmetric x y Fx Fy Hxy).
unfold fast_two_sum, add, sub, rne, fx; simpl. intros E. etransitivity; [|exact E]. apply f_equal.
set (s := round _ _ _ (x + y)). replace (x - s) with (- (s - x)) by ring. rewrite round_NE_opp. reflexivity.
Qed.

(** The product's error needs p-1 bits below the product's last: exact from 2^(emin + 2p - 1) on. *)
Theorem two_product_exact x y : inF f x -> inF f y ->
  (x * y <> 0 -> bpow radix2 (emin f + 2 * prec f - 1) <= Rabs (x * y)) ->
  fst (two_product f x y) + snd (two_product f x y) = x * y.
Proof.
intros Fx Fy U. unfold two_product, fma. cbv zeta. unfold fst, snd. set (p := rne f (x * y)).
assert (E : inF f (x * y + - p)).
{ replace (x * y + - p) with (- (p - x * y)) by ring. apply generic_format_opp.
  apply mult_error_FLT; auto with typeclass_instances. }
rewrite (rne_id f _ E). ring.
Qed.
(** Below that the second part is still right to half the least subnormal. *)
Theorem two_product_near_underflow x y : inF f x -> inF f y -> Rabs (x * y) < bpow radix2 (emin f + 2 * prec f - 1) ->
  Rabs (fst (two_product f x y) + snd (two_product f x y) - x * y) <= / 2 * bpow radix2 (emin f).
Proof.
intros Fx Fy U. unfold two_product, fma. cbv zeta. unfold fst, snd. set (p := rne f (x * y)).
replace (p + rne f (x * y + - p) - x * y) with (rne f (x * y + - p) - (x * y + - p)) by ring.
assert (Hp := prec_pos f).
apply Rle_trans with (1 := error_le_half_ulp radix2 (fx f) _ _).
apply Rmult_le_compat_l; [lra|].
assert (D : Rabs (x * y + - p) <= / 2 * bpow radix2 (emin f + prec f - 1)).
{ replace (x * y + - p) with (- (p - x * y)) by ring. rewrite Rabs_Ropp.
  apply Rle_trans with (1 := error_le_half_ulp radix2 (fx f) _ _). apply Rmult_le_compat_l; [lra|].
  destruct (Req_dec (x * y) 0) as [->|Nz].
  - unfold fx; rewrite ulp_FLT_0 by exact (good_prec f). apply bpow_le. lia.
  - rewrite ulp_neq_0 by assumption. apply bpow_le. unfold cexp, fx, FLT_exp.
    assert (mag radix2 (x * y) <= emin f + 2 * prec f - 1)%Z by now apply mag_le_bpow. lia. }
destruct (Req_dec (x * y + - p) 0) as [->|Nz].
- unfold fx; rewrite ulp_FLT_0 by exact (good_prec f). lra.
- rewrite ulp_neq_0 by assumption. apply bpow_le. unfold cexp, fx, FLT_exp.
  assert (mag radix2 (x * y + - p) <= emin f + prec f - 1)%Z.
  { apply mag_le_bpow; [assumption|]. generalize (bpow_gt_0 radix2 (emin f + prec f - 1)). lra. }
  lia.
Qed.

(** Splitting a significand in two halves of at most [prec - s] and [s] bits. *)
Theorem split_exact s x : (3 <= prec f)%Z -> (2 <= s <= prec f - 2)%Z -> inF f x ->
  let c := rne f (x * (bpow radix2 s + 1)) in let high := rne f (rne f (x - c) + c) in
  high = round radix2 (FLT_exp (emin f) (prec f - s)) ZnearestE x.
Proof.
intros Hp Hs Fx. cbv zeta.
exact (Veltkamp_Even radix2 (emin f) (prec f) _ s Hp (emin_nonpos f) (proj1 Hs) (proj2 Hs) x Fx eq_refl).
Qed.
End Transforms.

(** The thresholds of the native formats. *)
Corollary two_product_f32 x y : inF f32 x -> inF f32 y -> bpow radix2 (-102) <= Rabs (x * y) ->
  fst (two_product f32 x y) + snd (two_product f32 x y) = x * y.
Proof. intros Fx Fy U. apply two_product_exact; auto with typeclass_instances. Qed.
Corollary two_product_f64 x y : inF f64 x -> inF f64 y -> bpow radix2 (-969) <= Rabs (x * y) ->
  fst (two_product f64 x y) + snd (two_product f64 x y) = x * y.
Proof. intros Fx Fy U. apply two_product_exact; auto with typeclass_instances. Qed.

(** FastTwoSum under the weaker condition of its header: equal exponents will do, whichever of the two is larger. *)
Section FastTwoSumByExponent.
Context (f : fmt) {G : Good f}.

Lemma multiple_in x k e : x = IZR k * bpow radix2 e -> (emin f <= e)%Z -> Rabs x <= bpow radix2 (prec f + e) -> inF f x.
Proof.
intros E He H. rewrite E. apply inF_scaled; [exact G| |exact He].
apply le_IZR. rewrite abs_IZR, (IZR_Zpower radix2) by (generalize (prec_pos f); lia).
apply (Rmult_le_reg_r (bpow radix2 e)); [apply bpow_gt_0|].
rewrite <- bpow_plus, <- (Rabs_pos_eq (bpow radix2 e)) at 1 by apply bpow_ge_0. rewrite <- Rabs_mult, <- E. exact H.
Qed.
Lemma grid_of x e : inF f x -> (e <= cexp radix2 (fx f) x)%Z -> exists k, x = IZR k * bpow radix2 e.
Proof.
intros Fx H. set (m := Ztrunc (scaled_mantissa radix2 (fx f) x)).
exists (m * 2 ^ (cexp radix2 (fx f) x - e))%Z.
rewrite mult_IZR, (IZR_Zpower radix2), Rmult_assoc, <- bpow_plus by lia.
replace (cexp radix2 (fx f) x - e + e)%Z with (cexp radix2 (fx f) x) by ring. exact Fx.
Qed.

Theorem fast_two_sum_by_exponent x y : (1 < prec f)%Z -> inF f x -> inF f y ->
  x = 0 \/ (cexp radix2 (fx f) y <= cexp radix2 (fx f) x)%Z ->
  fst (fast_two_sum f x y) + snd (fast_two_sum f x y) = x + y.
Proof.
intros Hp Fx Fy H. destruct (Rle_or_lt (Rabs y) (Rabs x)) as [L|L]; [now apply fast_two_sum_exact|].
unfold fast_two_sum, add, sub, fst, snd. cbv zeta. set (s := rne f (x + y)).
destruct H as [->|H].
{ assert (S : s = y) by (unfold s; rewrite Rplus_0_l; apply rne_id; assumption).
  rewrite S, Rminus_0_r, (rne_id f y Fy), Rminus_diag_eq by reflexivity. unfold rne. rewrite round_0; auto with typeclass_instances. lra. }
(* |x| < |y| and the exponent of x not below that of y: one exponent e for both *)
set (e := cexp radix2 (fx f) y) in *. assert (He : (emin f <= e)%Z) by (unfold e, cexp, fx, FLT_exp; lia).
assert (Y0 : y <> 0) by (intros ->; rewrite Rabs_R0 in L; generalize (Rabs_pos x); lra).
assert (By : Rabs y < bpow radix2 (prec f + e)).
{ apply Rlt_le_trans with (bpow radix2 (mag radix2 y)); [now apply bpow_mag_gt|]. apply bpow_le. unfold e, cexp, fx, FLT_exp. lia. }
destruct (grid_of x e Fx H) as (kx & Ex). destruct (grid_of y e Fy ltac:(unfold e; lia)) as (ky & Ey).
assert (Sum : x + y = IZR (kx + ky) * bpow radix2 e) by (rewrite plus_IZR, Ex, Ey; ring).
destruct (Rle_or_lt (Rabs (x + y)) (bpow radix2 (prec f + e))) as [Small|Large].
- assert (S : s = x + y) by (apply rne_id; [exact G|]; now apply (multiple_in _ (kx + ky) e)).
  replace (s - x) with y by (rewrite S; ring). rewrite (rne_id f y Fy), Rminus_diag_eq by reflexivity.
  unfold rne. rewrite round_0; auto with typeclass_instances. rewrite S. ring.
- (* the sum has one binade more: it moves by at most 2^e, and s - x still fits *)
  assert (Kb : Rabs (x + y) < bpow radix2 (prec f + e + 1)).
  { apply Rle_lt_trans with (1 := Rabs_triang _ _). rewrite bpow_plus. change (bpow radix2 1) with 2. lra. }
  assert (C : cexp radix2 (fx f) (x + y) = (e + 1)%Z).
  { unfold cexp. rewrite (mag_unique radix2 (x + y) (prec f + e + 1)).
    - unfold fx, FLT_exp. lia.
    - replace (prec f + e + 1 - 1)%Z with (prec f + e)%Z by ring. split; [lra|exact Kb]. }
  assert (N0 : x + y <> 0) by (intros Z; rewrite Z, Rabs_R0 in Large; generalize (bpow_gt_0 radix2 (prec f + e)); lra).
  assert (D : Rabs (s - (x + y)) <= bpow radix2 e).
  { apply Rle_trans with (1 := error_le_half_ulp radix2 (fx f) _ (x + y)). rewrite ulp_neq_0, C, bpow_plus by exact N0.
    change (bpow radix2 1) with 2. lra. }
  assert (Ks : exists ks, s = IZR ks * bpow radix2 e).
  { exists (ZnearestE (scaled_mantissa radix2 (fx f) (x + y)) * 2)%Z. unfold s, rne, round, F2R, Fnum, Fexp. rewrite C, bpow_plus.
    rewrite mult_IZR. change (bpow radix2 1) with 2. ring. }
  destruct Ks as (ks & Es).
  assert (Yk : Rabs y <= bpow radix2 (prec f + e) - bpow radix2 e).
  { rewrite Ey, Rabs_mult, <- abs_IZR, (Rabs_pos_eq (bpow radix2 e)) in By |- * by apply bpow_ge_0.
    rewrite bpow_plus in By |- *. apply Rmult_lt_reg_r in By; [|apply bpow_gt_0].
    rewrite <- (IZR_Zpower radix2 (prec f)) in By |- * by (generalize (prec_pos f); lia). apply lt_IZR in By.
    replace (IZR (radix2 ^ prec f) * bpow radix2 e - bpow radix2 e) with ((IZR (radix2 ^ prec f) - 1) * bpow radix2 e) by ring.
    apply Rmult_le_compat_r; [apply bpow_ge_0|]. rewrite <- minus_IZR. apply IZR_le. lia. }
  assert (R1 : rne f (s - x) = s - x).
  { apply rne_id; [exact G|]. apply (multiple_in _ (ks - kx) e); [rewrite minus_IZR, Es, Ex; ring|exact He|].
    replace (s - x) with (y + (s - (x + y))) by ring. apply Rle_trans with (1 := Rabs_triang _ _). lra. }
  rewrite R1. rewrite rne_id; [ring|exact G|].
  replace (y - (s - x)) with (- (s - (x + y))) by ring. apply generic_format_opp. now apply sum_error_representable.
Qed.
End FastTwoSumByExponent.
