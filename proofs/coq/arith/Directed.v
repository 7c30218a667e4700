(** INTV-2: square roots, quotients and fused sums rounded downward by the sign of a residual, as
    [fpcheck::interval::down] computes them, with the scaling that keeps that sign near underflow. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core Plus_error Mult_error Pff2Flocq.
From Fpcheck.arith Require Import Format ErrorFree Scaling Intervals.
From Fpcheck.generated Require Import Rows.
Local Open Scope R_scope.

(** Multiples of a power of two. *)
Definition grid (e : Z) (x : R) := exists k, x = IZR k * bpow radix2 e.
Notation ex t := (cexp radix2 (fx f64) t).

Lemma grid_le d e x : (d <= e)%Z -> grid e x -> grid d x.
Proof.
intros H (k & ->). exists (k * 2 ^ (e - d))%Z. rewrite mult_IZR, (IZR_Zpower radix2), Rmult_assoc, <- bpow_plus by lia.
do 2 f_equal. ring.
Qed.
Lemma grid_minus e x y : grid e x -> grid e y -> grid e (x - y).
Proof. intros (k & ->) (l & ->). exists (k - l)%Z. rewrite minus_IZR. ring. Qed.
Lemma grid_plus e x y : grid e x -> grid e y -> grid e (x + y).
Proof. intros (k & ->) (l & ->). exists (k + l)%Z. rewrite plus_IZR. ring. Qed.
Lemma grid_opp e x : grid e x -> grid e (- x).
Proof. intros (k & ->). exists (- k)%Z. rewrite opp_IZR. ring. Qed.
Lemma grid_mult d e x y : grid d x -> grid e y -> grid (d + e) (x * y).
Proof. intros (k & ->) (l & ->). exists (k * l)%Z. rewrite mult_IZR, bpow_plus. ring. Qed.
Lemma grid_scale n e x : grid e x -> grid (e + n) (x * bpow radix2 n).
Proof. intros (k & ->). exists k. rewrite bpow_plus. ring. Qed.
Lemma grid_number x : inF f64 x -> grid (ex x) x.
Proof. intros F. destruct (grid_of f64 x (ex x) F (Z.le_refl _)) as (k & E). now exists k. Qed.
Lemma grid_apart e x : grid e x -> x <> 0 -> bpow radix2 e <= Rabs x.
Proof.
intros (k & ->) N. rewrite Rabs_mult, (Rabs_pos_eq (bpow _ _)), <- abs_IZR by apply bpow_ge_0.
assert (K : (1 <= Z.abs k)%Z). { destruct (Z.eq_dec k 0) as [->|]; [|lia]. exfalso. apply N. ring. }
apply IZR_le in K. assert (B := bpow_gt_0 radix2 e). nra.
Qed.
Lemma ex_at_least x : (-1074 <= ex x)%Z /\ (mag radix2 x - 53 <= ex x)%Z.
Proof. unfold cexp, fx, FLT_exp. change (emin f64) with (-1074)%Z. change (prec f64) with 53%Z. lia. Qed.
Lemma least_grid x : inF f64 x -> grid (-1074) x.
Proof. intros F. apply grid_le with (ex x); [apply ex_at_least|now apply grid_number]. Qed.
Lemma fine_grid e x : inF f64 x -> bpow radix2 e <= Rabs x -> grid (e - 52) x.
Proof.
intros F H. apply grid_le with (ex x); [|now apply grid_number]. destruct (ex_at_least x) as (_ & E).
assert (e + 1 <= mag radix2 x)%Z; [|lia]. apply mag_ge_bpow. now replace (e + 1 - 1)%Z with e by ring.
Qed.
Lemma sign_kept e x : (-1074 <= e)%Z -> grid e x -> (rne f64 x < 0 <-> x < 0).
Proof. intros He (k & ->). now apply (rounding_keeps_sign f64). Qed.
Lemma scaled_up n x : (0 <= n)%Z -> inF f64 x -> inF f64 (x * bpow radix2 n).
Proof.
intros Hn F. apply inF_elim in F as (m & e & -> & Hm & He); [|auto with typeclass_instances].
rewrite Rmult_assoc, <- bpow_plus. apply inF_scaled; [auto with typeclass_instances|lia|lia].
Qed.
Lemma rne_at_least e x : (-1074 <= e)%Z -> bpow radix2 e <= Rabs x -> bpow radix2 e <= Rabs (rne f64 x).
Proof. intros He H. apply abs_round_ge_generic; auto with typeclass_instances. now apply inF_bpow. Qed.

(** The square root. *)
Definition down_sqrt (a : R) : R :=
  let s := rne f64 (sqrt a) in
  let x := if Rlt_bool a safe then rne f64 (a * bpow radix2 600) else a in
  let t := if Rlt_bool a safe then rne f64 (s * bpow radix2 300) else s in
  step f64 s (rne f64 (x - t * t)).

Theorem down_sqrt_correct a : inF f64 a -> 0 < a -> down_sqrt a = rdn f64 (sqrt a).
Proof.
intros Fa Pa. unfold down_sqrt. cbv zeta. set (s := rne f64 (sqrt a)).
assert (Fs : inF f64 s) by (apply inF_rne; auto with typeclass_instances).
assert (Ps : 0 < sqrt a) by now apply sqrt_lt_R0.
assert (S0 : 0 <= s) by (apply round_ge_generic; auto with typeclass_instances; [apply inF_0|lra]).
assert (Low : forall e, (-1074 <= e)%Z -> bpow radix2 (2 * e) <= a -> bpow radix2 e <= Rabs s).
{ intros e He H. apply rne_at_least; [exact He|]. rewrite Rabs_pos_eq by lra. rewrite <- (sqrt_bpow radix2 e).
  now apply sqrt_le_1_alt. }
assert (Sign : forall k, (a - s * s) * bpow radix2 k < 0 <-> sqrt a - s < 0).
{ intros k. assert (B := bpow_gt_0 radix2 k). assert (A := sqrt_sqrt a (Rlt_le _ _ Pa)).
  assert (P : 0 < (sqrt a + s) * bpow radix2 k) by nra.
  replace ((a - s * s) * bpow radix2 k) with ((sqrt a - s) * ((sqrt a + s) * bpow radix2 k))
    by (transitivity ((sqrt a * sqrt a - s * s) * bpow radix2 k); [ring|now rewrite A]).
  split; intros H; nra. }
rewrite <- (step_is_round_down f64 (sqrt a)). fold s.
destruct (Rlt_bool_spec a safe) as [L|L]; apply step_by_sign.
- rewrite (rne_id f64 (a * _)), (rne_id f64 (s * _)) by (apply scaled_up; [discriminate|assumption]).
  replace (a * bpow radix2 600 - s * bpow radix2 300 * (s * bpow radix2 300)) with ((a - s * s) * bpow radix2 600)
    by (change 600%Z with (300 + 300)%Z; rewrite bpow_plus; ring).
  assert (M : bpow radix2 (-1074) <= a).
  { apply (generic_format_ge_bpow radix2 (fx f64)); [|exact Pa|exact Fa].
    intros e. unfold fx, FLT_exp. change (emin f64) with (-1074)%Z. lia. }
  rewrite (sign_kept (-1178 + 600)); [apply Sign|discriminate|]. apply grid_scale, grid_minus.
  + apply grid_le with (-1074)%Z; [discriminate|now apply least_grid].
  + apply grid_le with ((-537 - 52) + (-537 - 52))%Z; [discriminate|].
    apply grid_mult; (apply fine_grid; [exact Fs|apply Low; [discriminate|exact M]]).
- rewrite (sign_kept (-1074)); [|discriminate|].
  + rewrite <- (Sign 0%Z). simpl bpow. now rewrite Rmult_1_r.
  + apply grid_minus; [now apply least_grid|]. apply grid_le with ((-450 - 52) + (-450 - 52))%Z; [discriminate|].
    apply grid_mult; (apply fine_grid; [exact Fs|apply Low; [discriminate|exact L]]).
Qed.

(** A result rounded to nearest is within a factor of two, unless it is zero. *)
Lemma nearest_of z (q := rne f64 z) : Rabs q <= 2 * Rabs z /\ (q <> 0 -> Rabs z <= 2 * Rabs q).
Proof.
assert (N := round_N_pt radix2 (fx f64) (fun x => negb (Z.even x)) z). change (round _ _ _ z) with q in N.
destruct N as (Fq & N). assert (Z0 := N 0 (inF_0 f64)).
assert (Fd : inF f64 (2 * q)).
{ rewrite Rmult_comm. change 2 with (bpow radix2 1). apply scaled_up; [discriminate|exact Fq]. }
assert (D := N (2 * q) Fd). revert Z0 D. unfold Rabs. repeat destruct Rcase_abs; intros; split; lra.
Qed.

(** The quotient. *)
Definition down_div (a b : R) : R :=
  let q := rne f64 (a / b) in
  if Rlt_bool (Rabs a) safe && Rlt_bool (bpow radix2 400) (Rabs b)
  then if xorb (Rlt_bool a 0) (Rlt_bool b 0) then pred radix2 (fx f64) 0 else 0
  else
    let x := if Rlt_bool (Rabs a) safe then rne f64 (a * bpow radix2 600) else a in
    let y := if Rlt_bool (Rabs a) safe then rne f64 (b * bpow radix2 600) else b in
    let rest := rne f64 (x - q * y) in
    step f64 q (if Rlt_bool y 0 then - rest else rest).

(** The residual of a quotient lies on a grid that its size determines. *)
Lemma quotient_grid n a b (q := rne f64 (a / b)) : inF f64 b -> b <> 0 -> bpow radix2 n <= Rabs a -> grid (n - 106) (q * b).
Proof.
intros Fb Nb Ha. assert (Fq : inF f64 q) by (apply inF_rne; auto with typeclass_instances).
destruct (Req_dec q 0) as [->|Nq]. { exists 0%Z. ring. }
destruct (nearest_of (a / b)) as (_ & H). fold q in H. specialize (H Nq).
assert (A : Rabs a <= 2 * Rabs q * Rabs b).
{ replace a with (a / b * b) at 1 by (now field). rewrite Rabs_mult. apply Rmult_le_compat_r; [apply Rabs_pos|exact H]. }
assert (Gq := bpow_mag_gt radix2 q). assert (Gb := bpow_mag_gt radix2 b).
assert (E : (n < 1 + mag radix2 q + mag radix2 b)%Z).
{ apply (lt_bpow radix2). rewrite !bpow_plus. change (bpow radix2 1) with 2.
  assert (Q0 := Rabs_pos q). assert (B0 := Rabs_pos b). nra. }
apply grid_le with (ex q + ex b)%Z.
- destruct (ex_at_least q), (ex_at_least b). lia.
- apply grid_mult; now apply grid_number.
Qed.

Theorem down_div_correct a b : inF f64 a -> inF f64 b -> a <> 0 -> b <> 0 -> down_div a b = rdn f64 (a / b).
Proof.
intros Fa Fb Na Nb. unfold down_div. cbv zeta. set (q := rne f64 (a / b)).
rewrite <- (step_is_round_down f64 (a / b)). fold q.
assert (Least : bpow radix2 (-1074) <= Rabs a) by (apply grid_apart; [now apply least_grid|exact Na]).
assert (Sign : forall k, (a - q * b) * bpow radix2 k < 0 <-> (a / b - q) * b < 0).
{ intros k. assert (B := bpow_gt_0 radix2 k). replace ((a / b - q) * b) with (a - q * b) by (now field). split; intros H; nra. }
assert (Main : forall k x y, (0 <= k)%Z -> x = a * bpow radix2 k -> y = b * bpow radix2 k -> grid (-1074) (x - q * y) ->
  step f64 q (if Rlt_bool y 0 then - rne f64 (x - q * y) else rne f64 (x - q * y)) = step f64 q (a / b - q)).
{ intros k x y Hk -> -> Gr. assert (B := bpow_gt_0 radix2 k). specialize (Sign k).
  replace (a * bpow radix2 k - q * (b * bpow radix2 k)) with ((a - q * b) * bpow radix2 k) in * by ring.
  assert (E : (a - q * b) * bpow radix2 k = (a / b - q) * (b * bpow radix2 k)) by (now field).
  apply step_by_sign. destruct (Rlt_bool_spec (b * bpow radix2 k) 0) as [L|L].
  - rewrite <- rne_opp, (sign_kept (-1074)) by (discriminate || now apply grid_opp). rewrite E. split; intros H; nra.
  - assert (b * bpow radix2 k <> 0) by (apply Rmult_integral_contrapositive; split; lra).
    rewrite (sign_kept (-1074)) by (discriminate || exact Gr). rewrite E. split; intros H'; nra. }
destruct (Rlt_bool_spec (Rabs a) safe) as [L|L]; cbn [andb].
- destruct (Rlt_bool_spec (bpow radix2 400) (Rabs b)) as [M|M].
  + (* |a / b| < 2^-1300 *)
    assert (T : Rabs (a / b) < bpow radix2 (-1300)).
    { unfold Rdiv. rewrite Rabs_mult, Rabs_inv by exact Nb. apply (Rmult_lt_reg_r (Rabs b)); [now apply Rabs_pos_lt|].
      rewrite Rmult_assoc, Rinv_l, Rmult_1_r by (now apply Rabs_no_R0). apply Rlt_trans with (1 := L).
      unfold safe. replace (bpow radix2 (-900)) with (bpow radix2 (-1300) * bpow radix2 400) by (rewrite <- bpow_plus; reflexivity).
      apply Rmult_lt_compat_l; [apply bpow_gt_0|exact M]. }
    assert (Q : q = 0).
    { destruct (Req_dec q 0) as [Z|Nq]; [exact Z|exfalso]. assert (Fq : inF f64 q) by (apply inF_rne; auto with typeclass_instances).
      assert (A := grid_apart _ _ (least_grid q Fq) Nq). assert (H := proj1 (nearest_of (a / b))). fold q in H.
      assert (bpow radix2 1 * bpow radix2 (-1300) < bpow radix2 (-1074)) by (rewrite <- bpow_plus; apply bpow_lt; reflexivity).
      change (bpow radix2 1) with 2 in *. lra. }
    rewrite Q, Rminus_0_r. unfold step. replace (Rlt_bool (a / b) 0) with (xorb (Rlt_bool a 0) (Rlt_bool b 0)); [reflexivity|].
    assert (I : forall p, 0 < p -> 0 < / p) by exact Rinv_0_lt_compat. assert (J : forall p, p < 0 -> / p < 0) by exact Rinv_lt_0_compat.
    unfold Rdiv. destruct (Rlt_bool_spec a 0), (Rlt_bool_spec b 0); simpl; symmetry;
      [apply Rlt_bool_false; specialize (J b)|apply Rlt_bool_true; specialize (I b)|apply Rlt_bool_true; specialize (J b)|
       apply Rlt_bool_false; specialize (I b)]; nra.
  + rewrite (rne_id f64 (a * _)), (rne_id f64 (b * _)) by (apply scaled_up; [discriminate|assumption]).
    apply (Main 600%Z); try reflexivity; [discriminate|].
    replace (a * bpow radix2 600 - q * (b * bpow radix2 600)) with ((a - q * b) * bpow radix2 600) by ring.
    apply grid_le with (-1180 + 600)%Z; [discriminate|]. apply grid_scale, grid_minus.
    * apply grid_le with (-1074)%Z; [discriminate|now apply least_grid].
    * now apply (quotient_grid (-1074)).
- apply (Main 0%Z); [discriminate|simpl; ring|simpl; ring|]. apply grid_minus; [now apply least_grid|].
  apply grid_le with (-900 - 106)%Z; [discriminate|]. now apply (quotient_grid (-900)).
Qed.

(** The fused sum where the residual fits: Boldo's and Muller's algorithm for its error, exact for any addend. *)
Definition down_fma (a b c : R) : R :=
  let m := rne f64 (a * b + c) in
  let p := two_product f64 a b in
  let s := two_sum f64 c (snd p) in
  let v := two_sum f64 (fst p) (fst s) in
  let gamma := rne f64 (rne f64 (fst v - m) + snd v) in
  step f64 m (rne f64 (gamma + snd s)).

Theorem down_fma_correct a b c : inF f64 a -> inF f64 b -> inF f64 c -> safe <= Rabs (rne f64 (a * b)) ->
  down_fma a b c = rdn f64 (a * b + c).
Proof.
intros Fa Fb Fc Hs. unfold down_fma. cbv zeta.
set (u1 := rne f64 (a * b)) in *. set (u2 := a * b - u1).
assert (Fu1 : inF f64 u1) by (apply inF_rne; auto with typeclass_instances).
assert (Big : bpow radix2 (-901) <= Rabs (a * b)).
{ apply Rnot_lt_le. intros S. assert (X : Rabs u1 <= bpow radix2 (-901)).
  { apply abs_round_le_generic; auto with typeclass_instances; [now apply inF_bpow|lra]. }
  assert (bpow radix2 (-901) < safe) by (apply bpow_lt; reflexivity). lra. }
assert (P : fst (two_product f64 a b) + snd (two_product f64 a b) = a * b).
{ apply two_product_exact; auto with typeclass_instances. intros _. apply Rle_trans with (2 := Big). apply bpow_le. discriminate. }
change (fst (two_product f64 a b)) with u1 in *.
replace (snd (two_product f64 a b)) with u2 by (unfold u2; lra). clear P.
assert (Fu2 : inF f64 u2).
{ replace u2 with (- (u1 - a * b)) by (unfold u2; ring). apply generic_format_opp. apply mult_error_FLT; auto with typeclass_instances.
  intros _. apply Rle_trans with (2 := Big). apply bpow_le. discriminate. }
assert (S := two_sum_exact f64 c u2 ltac:(reflexivity) Fc Fu2).
change (fst (two_sum f64 c u2)) with (rne f64 (c + u2)) in *. set (alpha1 := rne f64 (c + u2)) in *.
assert (Fa1 : inF f64 alpha1) by (apply inF_rne; auto with typeclass_instances).
replace (snd (two_sum f64 c u2)) with (c + u2 - alpha1) by lra. clear S.
assert (V := two_sum_exact f64 u1 alpha1 ltac:(reflexivity) Fu1 Fa1).
change (fst (two_sum f64 u1 alpha1)) with (rne f64 (u1 + alpha1)) in *. set (beta1 := rne f64 (u1 + alpha1)) in *.
replace (snd (two_sum f64 u1 alpha1)) with (u1 + alpha1 - beta1) by lra. clear V.
set (m := rne f64 (a * b + c)). set (gamma := rne f64 (rne f64 (beta1 - m) + (u1 + alpha1 - beta1))).
assert (Fe : inF f64 (c + u2 - alpha1)).
{ replace (c + u2 - alpha1) with (- (alpha1 - (c + u2))) by ring. apply generic_format_opp. now apply plus_error; auto with typeclass_instances. }
assert (E : a * b + c = m + (gamma + (c + u2 - alpha1))).
{ destruct (Req_dec (c + u2 - alpha1) 0) as [Z|N].
  - assert (W : a * b + c = u1 + alpha1) by (unfold u2 in *; lra).
    assert (M : m = beta1) by (unfold m, beta1; now rewrite W).
    assert (Fb2 : inF f64 (u1 + alpha1 - beta1)).
    { replace (u1 + alpha1 - beta1) with (- (beta1 - (u1 + alpha1))) by ring. apply generic_format_opp.
      now apply plus_error; auto with typeclass_instances. }
    unfold gamma. rewrite M, Z, Rminus_diag_eq by reflexivity. rewrite (rne_id f64 0 (inF_0 f64)), Rplus_0_l, (rne_id f64 _ Fb2). lra.
  - rewrite <- Rplus_assoc.
    assert (H : a * b + c = m + rne f64 (gamma + (c + u2 - alpha1)) + (gamma + (c + u2 - alpha1) - rne f64 (gamma + (c + u2 - alpha1)))).
    { refine (ErrFMA_correct radix2 (emin f64) (prec f64) _ _ (fun z => negb (Z.even z)) _ a b c Fa Fb Fc _ _ _ _).
      - exists 1%Z. reflexivity.
      - discriminate.
      - discriminate.
      - right. apply Rle_trans with (2 := Big). apply bpow_le. discriminate.
      - right. change (bpow radix2 (-1021) <= Rabs alpha1). apply rne_at_least; [discriminate|]. apply Rnot_lt_le. intros T. apply N.
        destruct (grid_plus _ _ _ (least_grid c Fc) (least_grid u2 Fu2)) as (k & K).
        assert (F : inF f64 (c + u2)) by (apply (multiple_in f64 _ k (-1074)); [exact K|discriminate|left; exact T]).
        unfold alpha1. rewrite (rne_id f64 _ F). ring.
      - change (beta1 = 0 \/ bpow radix2 (-1020) <= Rabs beta1).
        assert (Q : u1 + alpha1 = 0 \/ bpow radix2 (-1020) <= Rabs (u1 + alpha1)).
        { destruct (Rlt_or_le (Rabs alpha1) (bpow radix2 (-901))) as [A|A].
          - right. assert (T := Rabs_triang_inv u1 (- alpha1)). rewrite Rabs_Ropp in T. replace (u1 - - alpha1) with (u1 + alpha1) in T by ring.
            assert (D : safe = 2 * bpow radix2 (-901)) by (change 2 with (bpow radix2 1); rewrite <- bpow_plus; reflexivity).
            assert (bpow radix2 (-1020) <= bpow radix2 (-901)) by (apply bpow_le; discriminate). lra.
          - destruct (Req_dec (u1 + alpha1) 0) as [Z|Z]; [now left|right].
            apply Rle_trans with (bpow radix2 (-953)); [apply bpow_le; discriminate|]. apply grid_apart; [|exact Z]. apply grid_plus.
            + apply grid_le with (-900 - 52)%Z; [discriminate|now apply fine_grid].
            + change (-953)%Z with (-901 - 52)%Z. now apply fine_grid. }
        destruct Q as [Q|Q]; [left; unfold beta1; rewrite Q; apply rne_id; auto with typeclass_instances; apply inF_0|right].
        now apply rne_at_least.
      - change (m = 0 \/ bpow radix2 (-1022) <= Rabs m).
        assert (Q : a * b + c = 0 \/ bpow radix2 (-1022) <= Rabs (a * b + c)).
        { destruct (Rlt_or_le (Rabs c) (bpow radix2 (-902))) as [A|A].
          - right. assert (T := Rabs_triang_inv (a * b) (- c)). rewrite Rabs_Ropp in T. replace (a * b - - c) with (a * b + c) in T by ring.
            assert (D : bpow radix2 (-901) = 2 * bpow radix2 (-902)) by (change 2 with (bpow radix2 1); rewrite <- bpow_plus; reflexivity).
            assert (bpow radix2 (-1022) <= bpow radix2 (-902)) by (apply bpow_le; discriminate). lra.
          - destruct (Req_dec (a * b + c) 0) as [Z|Z]; [now left|right].
            apply Rle_trans with (bpow radix2 (-1007)); [apply bpow_le; discriminate|]. apply grid_apart; [|exact Z]. apply grid_plus.
            + apply grid_le with (ex a + ex b)%Z; [|apply grid_mult; now apply grid_number].
              assert (Ga := bpow_mag_gt radix2 a). assert (Gb := bpow_mag_gt radix2 b).
              assert (-901 < mag radix2 a + mag radix2 b)%Z.
              { apply (lt_bpow radix2). rewrite bpow_plus. apply Rle_lt_trans with (1 := Big). rewrite Rabs_mult.
                apply Rmult_le_0_lt_compat; auto using Rabs_pos. }
              destruct (ex_at_least a), (ex_at_least b). lia.
            + apply grid_le with (-902 - 52)%Z; [discriminate|now apply fine_grid]. }
        destruct Q as [Q|Q]; [left; unfold m; rewrite Q; apply rne_id; auto with typeclass_instances; apply inF_0|right].
        now apply rne_at_least. }
    lra. }
rewrite <- (step_is_round_down f64 (a * b + c)). fold m. apply step_by_sign.
rewrite (sign_kept (-1074)); [|discriminate|].
- replace (a * b + c - m) with (gamma + (c + u2 - alpha1)) by lra. reflexivity.
- apply grid_plus; apply least_grid; [apply inF_rne; auto with typeclass_instances|exact Fe].
Qed.
