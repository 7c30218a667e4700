(** INTV-1, INTV-2: interval operations as coded enclose and are tightest; rounding downward by the sign of a residual,
    with the scaling that keeps the residual's sign near underflow. *)
From Coq Require Import ZArith Reals Lia Lra Psatz.
From Flocq Require Import Core Mult_error.
From Fpcheck.arith Require Import Format ErrorFree Scaling.
From Fpcheck.generated Require Import Rows.
Local Open Scope R_scope.

Section Residual.
Context (f : fmt) {G : Good f}.

(** [fpcheck::interval::down::detail::step]: only the sign of the residual counts. *)
Definition step (nearest residual : R) : R := if Rlt_bool residual 0 then pred radix2 (fx f) nearest else nearest.

Theorem step_is_round_down x : step (rne f x) (x - rne f x) = rdn f x.
Proof.
unfold step, rdn. destruct (Rlt_bool_spec (x - rne f x) 0) as [L|L].
- destruct (generic_format_EM radix2 (fx f) x) as [F|F].
  + rewrite (rne_id f x F) in L. lra.
  + unfold rne in *. destruct (round_DN_or_UP radix2 (fx f) ZnearestE x) as [E|E]; rewrite E in *.
    * assert (D := proj1 (proj2 (round_DN_pt radix2 (fx f) x))). lra.
    * apply pred_UP_eq_DN; auto with typeclass_instances.
- unfold rne in *. destruct (round_DN_or_UP radix2 (fx f) ZnearestE x) as [E|E]; [exact E|].
  assert (U := proj1 (proj2 (round_UP_pt radix2 (fx f) x))). rewrite E in *.
  assert (X : round radix2 (fx f) Zceil x = x) by lra. rewrite X. symmetry. apply round_generic; auto with typeclass_instances.
  rewrite <- X. apply generic_format_round; auto with typeclass_instances.
Qed.
Lemma step_by_sign n r s : (r < 0 <-> s < 0) -> step n r = step n s.
Proof.
intros H. unfold step. destruct (Rlt_bool_spec r 0); destruct (Rlt_bool_spec s 0); try reflexivity; exfalso; tauto || lra.
Qed.
(** A number on a grid not below the least subnormal keeps its sign when rounded. *)
Lemma rounding_keeps_sign k e : (emin f <= e)%Z -> (rne f (IZR k * bpow radix2 e) < 0 <-> IZR k * bpow radix2 e < 0).
Proof.
intros He. assert (B := bpow_gt_0 radix2 e). assert (B0 := bpow_gt_0 radix2 (emin f)).
assert (M : bpow radix2 (emin f) <= bpow radix2 e) by now apply bpow_le.
split; intros H.
- apply Rnot_le_lt. intros N. assert (0 <= rne f (IZR k * bpow radix2 e)); [|lra].
  apply round_ge_generic; auto with typeclass_instances. apply inF_0.
- assert (K : (k <= -1)%Z).
  { assert (k < 0)%Z; [|lia]. apply lt_IZR. apply Rnot_le_lt. intros N. assert (0 <= IZR k * bpow radix2 e) by (apply Rmult_le_pos; lra). lra. }
  apply Rle_lt_trans with (- bpow radix2 (emin f)); [|lra].
  apply round_le_generic; auto with typeclass_instances.
  + apply generic_format_opp. apply inF_bpow; [exact G|lia].
  + apply IZR_le in K. simpl in K. nra.
Qed.

(** Addition: the error of TwoSum is the residual. *)
Theorem down_add_correct a b : (1 < prec f)%Z -> inF f a -> inF f b ->
  step (fst (two_sum f a b)) (snd (two_sum f a b)) = rdn f (a + b).
Proof.
intros Hp Fa Fb. assert (E := two_sum_exact f a b Hp Fa Fb). rewrite <- step_is_round_down. f_equal.
change (fst (two_sum f a b)) with (rne f (a + b)) in E. lra.
Qed.
End Residual.

(** The product as coded: a plain residual where it is exact, and scaled operands below. *)
Definition safe := bpow radix2 (-900).
Definition small (t : R) : bool := Rlt_bool (Rabs t) (bpow radix2 (-400)).
Definition power (s : bool) : R := if s then bpow radix2 600 else 1.
Definition down_mul (a b : R) : R :=
  let p := rne f64 (a * b) in
  if Rle_bool safe (Rabs p) then step f64 p (rne f64 (a * b - p))
  else
    let x := if small a then rne f64 (a * bpow radix2 600) else a in
    let y := if small b then rne f64 (b * bpow radix2 600) else b in
    let q := rne f64 (rne f64 (p * power (small a)) * power (small b)) in
    step f64 p (rne f64 (x * y - q)).

Lemma up_exact t s : inF f64 t -> inF f64 (t * power s).
Proof.
intros F. destruct s; unfold power; [|now rewrite Rmult_1_r].
apply inF_elim in F as (m & e & -> & Hm & He); [|auto with typeclass_instances].
rewrite Rmult_assoc, <- bpow_plus. apply inF_scaled; [auto with typeclass_instances|lia|lia].
Qed.
Lemma scaled_is t : inF f64 t -> (if small t then rne f64 (t * bpow radix2 600) else t) = t * power (small t).
Proof.
intros F. assert (U := up_exact t (small t) F). destruct (small t); unfold power in *; [|ring].
apply rne_id; [auto with typeclass_instances|exact U].
Qed.
Definition exponent (s : bool) : Z := if s then 600 else 0.
Lemma power_is s : power s = bpow radix2 (exponent s).
Proof. now destruct s. Qed.
(** The last bit of an operand, after scaling, is high enough. *)
Lemma last_bit t : inF f64 t -> t <> 0 -> (-1074 <= cexp radix2 (fx f64) t)%Z /\
  (small t = false -> (-452 <= cexp radix2 (fx f64) t)%Z).
Proof.
intros F N. unfold cexp, fx, FLT_exp. change (emin f64) with (-1074)%Z. change (prec f64) with 53%Z. split; [lia|].
unfold small. destruct (Rlt_bool_spec (Rabs t) (bpow radix2 (-400))) as [|L]; [discriminate|]. intros _.
assert (-399 <= mag radix2 t)%Z by (apply mag_ge_bpow; exact L). lia.
Qed.

(** INTV-2. *)
Theorem down_mul_correct a b : inF f64 a -> inF f64 b -> a <> 0 -> b <> 0 -> down_mul a b = rdn f64 (a * b).
Proof.
intros Fa Fb Na Nb. unfold down_mul. cbv zeta. rewrite (scaled_is a Fa), (scaled_is b Fb).
set (p := rne f64 (a * b)). assert (Fp : inF f64 p) by (apply inF_rne; auto with typeclass_instances).
rewrite (rne_id f64 (p * power (small a))), (rne_id f64 (p * power (small a) * power (small b)))
  by auto using up_exact with typeclass_instances.
rewrite <- (step_is_round_down f64 (a * b)). fold p.
destruct (Rle_bool_spec safe (Rabs p)) as [L|L].
- apply step_by_sign. rewrite rne_id; [reflexivity|auto with typeclass_instances|].
  replace (a * b - p) with (- (p - a * b)) by ring. apply generic_format_opp.
  apply mult_error_FLT; auto with typeclass_instances. intros _.
  apply Rnot_lt_le. intros S. assert (X : Rabs p <= bpow radix2 (-901)).
  { unfold p. apply abs_round_le_generic; auto with typeclass_instances.
    - apply inF_bpow; [auto with typeclass_instances|discriminate].
    - left. apply Rlt_le_trans with (1 := S). apply bpow_le. discriminate. }
  assert (bpow radix2 (-901) < safe) by (apply bpow_lt; reflexivity). lra.
- set (k := (exponent (small a) + exponent (small b))%Z).
  destruct (last_bit a Fa Na) as (A1 & A2). destruct (last_bit b Fb Nb) as (B1 & B2).
  set (ea := cexp radix2 (fx f64) a) in *. set (eb := cexp radix2 (fx f64) b) in *.
  assert (K0 : (0 <= k)%Z) by (unfold k, exponent; destruct (small a), (small b); lia).
  assert (K : (-1074 <= ea + eb + k)%Z).
  { unfold k, exponent. destruct (small a), (small b); specialize (A2 eq_refl) || clear A2; specialize (B2 eq_refl) || clear B2; lia. }
  destruct (grid_of f64 a ea Fa ltac:(unfold ea; lia)) as (ma & Ea).
  destruct (grid_of f64 b eb Fb ltac:(unfold eb; lia)) as (mb & Eb).
  destruct (grid_of f64 p (-1074) Fp ltac:(unfold cexp, fx, FLT_exp; change (emin f64) with (-1074)%Z; lia)) as (mp & Ep).
  set (e := Z.min (ea + eb + k) (-1074 + k)).
  assert (R : a * power (small a) * (b * power (small b)) - p * power (small a) * power (small b) = (a * b - p) * bpow radix2 k).
  { unfold k. rewrite bpow_plus, !power_is. ring. }
  assert (Q : exists m, (a * b - p) * bpow radix2 k = IZR m * bpow radix2 e).
  { exists (ma * mb * 2 ^ (ea + eb + k - e) - mp * 2 ^ (-1074 + k - e))%Z.
    rewrite minus_IZR, !mult_IZR, !(IZR_Zpower radix2) by (unfold e; lia).
    replace (bpow radix2 (ea + eb + k - e)) with (bpow radix2 ea * bpow radix2 eb * bpow radix2 k * bpow radix2 (- e))
      by (rewrite <- !bpow_plus; f_equal; ring).
    replace (bpow radix2 (-1074 + k - e)) with (bpow radix2 (-1074) * bpow radix2 k * bpow radix2 (- e))
      by (rewrite <- !bpow_plus; f_equal; ring).
    assert (I : bpow radix2 (- e) * bpow radix2 e = 1) by (rewrite <- bpow_plus, Z.add_opp_diag_l; reflexivity).
    transitivity ((IZR ma * bpow radix2 ea * (IZR mb * bpow radix2 eb) - IZR mp * bpow radix2 (-1074)) * bpow radix2 k *
      (bpow radix2 (- e) * bpow radix2 e)); [|ring].
    rewrite I, Rmult_1_r, <- Ea, <- Eb, <- Ep. reflexivity. }
  rewrite R. destruct Q as (m & E). apply step_by_sign.
  rewrite E, (rounding_keeps_sign f64 m e), <- E by (change (emin f64) with (-1074)%Z; unfold e; lia).
  assert (B := bpow_gt_0 radix2 k). split; intros H; nra.
Qed.

(** Enclosure and tightness of outward rounding: [least_of S m] says that m is the minimum of the exact results. *)
Definition least_of (S : R -> Prop) (m : R) := S m /\ forall z, S z -> m <= z.
Definition greatest_of (S : R -> Prop) (m : R) := S m /\ forall z, S z -> z <= m.
Section Outward.
Context (f : fmt) {G : Good f}.
Theorem outward_encloses_tightly S lo hi : least_of S lo -> greatest_of S hi ->
  (forall z, S z -> rdn f lo <= z <= rup f hi) /\
  (forall l u, inF f l -> inF f u -> (forall z, S z -> l <= z <= u) -> l <= rdn f lo /\ rup f hi <= u).
Proof.
intros [L1 L2] [H1 H2].
assert (D := round_DN_pt radix2 (fx f) lo). assert (U := round_UP_pt radix2 (fx f) hi).
destruct D as (_ & D1 & D2). destruct U as (_ & U1 & U2). split.
- intros z Hz. specialize (L2 z Hz). specialize (H2 z Hz). unfold rdn, rup. lra.
- intros l u Fl Fu B. split; [apply D2; [exact Fl|apply (B lo L1)]|apply U2; [exact Fu|apply (B hi H1)]].
Qed.
(** Rounding the smaller of two products is taking the smaller of two rounded ones. *)
Lemma round_min x y : Rmin (rdn f x) (rdn f y) = rdn f (Rmin x y).
Proof.
assert (M : forall p q, p <= q -> rdn f p <= rdn f q) by (intros; apply round_le; auto with typeclass_instances).
unfold Rmin. destruct (Rle_dec x y) as [A|A], (Rle_dec (rdn f x) (rdn f y)) as [B|B]; try reflexivity.
- specialize (M x y A). lra.
- assert (y <= x) by lra. specialize (M y x H). lra.
Qed.
Lemma round_max x y : Rmax (rup f x) (rup f y) = rup f (Rmax x y).
Proof.
assert (M : forall p q, p <= q -> rup f p <= rup f q) by (intros; apply round_le; auto with typeclass_instances).
unfold Rmax. destruct (Rle_dec x y) as [A|A], (Rle_dec (rup f x) (rup f y)) as [B|B]; try reflexivity.
- specialize (M x y A). lra.
- assert (y <= x) by lra. specialize (M y x H). lra.
Qed.
End Outward.

(** The operand selection of [fpcheck::interval::detail::lower_operands] and [upper_operands]. *)
Definition choose (c : bool) (x y : R) := if c then x else y.
Definition ge0 x := Rle_bool 0 x.
Definition le0 x := Rle_bool x 0.
Definition lower_product (a1 a2 b1 b2 : R) :=
  Rmin (choose (ge0 b1) a1 a2 * choose (le0 a2) b2 b1) (choose (le0 b2) a2 a1 * choose (ge0 a1) b1 b2).
Definition upper_product (a1 a2 b1 b2 : R) :=
  Rmax (choose (le0 b2) a1 a2 * choose (le0 a2) b1 b2) (choose (ge0 b1) a2 a1 * choose (ge0 a1) b2 b1).
Definition products (a1 a2 b1 b2 z : R) := exists x y, a1 <= x <= a2 /\ b1 <= y <= b2 /\ z = x * y.

Lemma corner_bounds a1 a2 b1 b2 x y : a1 <= x <= a2 -> b1 <= y <= b2 ->
  Rmin (Rmin (a1 * b1) (a1 * b2)) (Rmin (a2 * b1) (a2 * b2)) <= x * y <=
  Rmax (Rmax (a1 * b1) (a1 * b2)) (Rmax (a2 * b1) (a2 * b2)).
Proof.
intros Hx Hy.
assert (E : Rmin (x * b1) (x * b2) <= x * y <= Rmax (x * b1) (x * b2)).
{ unfold Rmin, Rmax. destruct (Rle_dec (x * b1) (x * b2)); destruct (Rle_or_lt 0 x); nra. }
assert (P : forall b, Rmin (a1 * b) (a2 * b) <= x * b <= Rmax (a1 * b) (a2 * b)).
{ intros b. unfold Rmin, Rmax. destruct (Rle_dec (a1 * b) (a2 * b)); destruct (Rle_or_lt 0 b); nra. }
assert (P1 := P b1). assert (P2 := P b2). revert E P1 P2. unfold Rmin, Rmax.
repeat destruct Rle_dec; lra.
Qed.
Theorem products_least a1 a2 b1 b2 : a1 <= a2 -> b1 <= b2 -> least_of (products a1 a2 b1 b2) (lower_product a1 a2 b1 b2).
Proof.
intros Ha Hb. unfold lower_product, choose, ge0, le0. split.
- unfold Rmin. destruct (Rle_bool_spec 0 b1), (Rle_bool_spec a2 0), (Rle_bool_spec b2 0), (Rle_bool_spec 0 a1);
    destruct Rle_dec; repeat eexists; try reflexivity; lra.
- intros z (x & y & Hx & Hy & ->). assert (C := proj1 (corner_bounds a1 a2 b1 b2 x y Hx Hy)).
  apply Rle_trans with (2 := C). clear C Hx Hy.
  apply Rmin_glb; apply Rmin_glb;
    destruct (Rle_bool_spec 0 b1), (Rle_bool_spec a2 0), (Rle_bool_spec b2 0), (Rle_bool_spec 0 a1);
    unfold Rmin; destruct Rle_dec; nra.
Qed.
Theorem products_greatest a1 a2 b1 b2 : a1 <= a2 -> b1 <= b2 ->
  greatest_of (products a1 a2 b1 b2) (upper_product a1 a2 b1 b2).
Proof.
intros Ha Hb. unfold upper_product, choose, ge0, le0. split.
- unfold Rmax. destruct (Rle_bool_spec 0 b1), (Rle_bool_spec a2 0), (Rle_bool_spec b2 0), (Rle_bool_spec 0 a1);
    destruct Rle_dec; repeat eexists; try reflexivity; lra.
- intros z (x & y & Hx & Hy & ->). assert (C := proj2 (corner_bounds a1 a2 b1 b2 x y Hx Hy)).
  apply Rle_trans with (1 := C). clear C Hx Hy.
  apply Rmax_lub; apply Rmax_lub;
    destruct (Rle_bool_spec 0 b1), (Rle_bool_spec a2 0), (Rle_bool_spec b2 0), (Rle_bool_spec 0 a1);
    unfold Rmax; destruct Rle_dec; nra.
Qed.

(** INTV-1. *)
Theorem interval_product f {G : Good f} a1 a2 b1 b2 : a1 <= a2 -> b1 <= b2 ->
  let lo := rdn f (lower_product a1 a2 b1 b2) in let hi := rup f (upper_product a1 a2 b1 b2) in
  (forall z, products a1 a2 b1 b2 z -> lo <= z <= hi) /\
  (forall l u, inF f l -> inF f u -> (forall z, products a1 a2 b1 b2 z -> l <= z <= u) -> l <= lo /\ hi <= u).
Proof. intros Ha Hb. apply outward_encloses_tightly; [exact G|now apply products_least|now apply products_greatest]. Qed.

Definition sums (a1 a2 b1 b2 z : R) := exists x y, a1 <= x <= a2 /\ b1 <= y <= b2 /\ z = x + y.
Theorem interval_sum f {G : Good f} a1 a2 b1 b2 : a1 <= a2 -> b1 <= b2 ->
  let lo := rdn f (a1 + b1) in let hi := rup f (a2 + b2) in
  (forall z, sums a1 a2 b1 b2 z -> lo <= z <= hi) /\
  (forall l u, inF f l -> inF f u -> (forall z, sums a1 a2 b1 b2 z -> l <= z <= u) -> l <= lo /\ hi <= u).
Proof.
intros Ha Hb. apply outward_encloses_tightly; [exact G| |]; split.
- exists a1, b1. repeat split; lra.
- intros z (x & y & Hx & Hy & ->). lra.
- exists a2, b2. repeat split; lra.
- intros z (x & y & Hx & Hy & ->). lra.
Qed.
Definition roots (a1 a2 z : R) := exists x, a1 <= x <= a2 /\ z = sqrt x.
Theorem interval_sqrt f {G : Good f} a1 a2 : 0 <= a1 <= a2 ->
  let lo := rdn f (sqrt a1) in let hi := rup f (sqrt a2) in
  (forall z, roots a1 a2 z -> lo <= z <= hi) /\
  (forall l u, inF f l -> inF f u -> (forall z, roots a1 a2 z -> l <= z <= u) -> l <= lo /\ hi <= u).
Proof.
intros Ha. apply outward_encloses_tightly; [exact G| |]; split.
- exists a1. split; [lra|reflexivity].
- intros z (x & Hx & ->). apply sqrt_le_1_alt. lra.
- exists a2. split; [lra|reflexivity].
- intros z (x & Hx & ->). apply sqrt_le_1_alt. lra.
Qed.
(** Division by a positive interval, with the divisor chosen by the sign of each bound. *)
Definition quotients (a1 a2 b1 b2 z : R) := exists x y, a1 <= x <= a2 /\ b1 <= y <= b2 /\ z = x / y.
Theorem interval_quotient f {G : Good f} a1 a2 b1 b2 : a1 <= a2 -> 0 < b1 <= b2 ->
  let lo := rdn f (a1 / choose (ge0 a1) b2 b1) in let hi := rup f (a2 / choose (ge0 a2) b1 b2) in
  (forall z, quotients a1 a2 b1 b2 z -> lo <= z <= hi) /\
  (forall l u, inF f l -> inF f u -> (forall z, quotients a1 a2 b1 b2 z -> l <= z <= u) -> l <= lo /\ hi <= u).
Proof.
intros Ha Hb.
assert (I : forall p q, 0 < p -> p <= q -> 0 < / q <= / p).
{ intros p q Hp Hq. split; [apply Rinv_0_lt_compat; lra|now apply Rinv_le]. }
apply outward_encloses_tightly; [exact G| |]; unfold choose, ge0; split.
- destruct (Rle_bool_spec 0 a1); [exists a1, b2|exists a1, b1]; repeat split; lra.
- intros z (x & y & Hx & Hy & ->). assert (Y1 := I b1 y ltac:(lra) ltac:(lra)). assert (Y2 := I y b2 ltac:(lra) ltac:(lra)).
  unfold Rdiv. destruct (Rle_bool_spec 0 a1); apply Rle_trans with (a1 * / y); try (apply Rmult_le_compat_r; lra); nra.
- destruct (Rle_bool_spec 0 a2); [exists a2, b1|exists a2, b2]; repeat split; lra.
- intros z (x & y & Hx & Hy & ->). assert (Y1 := I b1 y ltac:(lra) ltac:(lra)). assert (Y2 := I y b2 ltac:(lra) ltac:(lra)).
  unfold Rdiv. destruct (Rle_bool_spec 0 a2); apply Rle_trans with (a2 * / y); try (apply Rmult_le_compat_r; lra); nra.
Qed.
