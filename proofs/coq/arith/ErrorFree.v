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
