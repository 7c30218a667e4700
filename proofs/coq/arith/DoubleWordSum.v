(** EFT-1: the sum of two double words, and their fused multiply-add. *)
From Coq Require Import ZArith Reals Lia Lra.
From Flocq Require Import Core.
From Fpcheck.arith Require Import Format ErrorFree DoubleWord.
Local Open Scope R_scope.

(** The operations of [fpcheck::exact]. *)
Definition add_words f ah al bh bl :=
  let s := two_sum f ah bh in let t := two_sum f al bl in
  let v := fast_two_sum f (fst s) (rne f (snd s + fst t)) in
  fast_two_sum f (fst v) (rne f (snd t + snd v)).
Definition fma_words f ah al bh bl ch cl :=
  let r := mul_words f ah al bh bl in add_words f (fst r) (snd r) ch cl.

Section Sums.
Context (f : fmt) {G : Good f}.
Hypothesis P5 : (5 <= prec f)%Z.

Lemma up x y : x <= y -> u f * x <= u f * y.
Proof. intros H. apply Rmult_le_compat_l; [apply Rlt_le, u_pos|exact H]. Qed.
Lemma smaller x : 0 <= x -> 0 <= u f * x <= / 32 * x.
Proof.
intros H. assert (U := u_small f P5). split; [apply Rmult_le_pos; lra|]. apply Rmult_le_compat_r; lra.
Qed.
Lemma two_sum_parts x y : inF f x -> inF f y ->
  let s := fst (two_sum f x y) in let e := snd (two_sum f x y) in
  s = rne f (x + y) /\ e = x + y - s /\ double_word f s e /\ Rabs e <= u f * Rabs (x + y).
Proof.
intros Fx Fy. cbv zeta. set (s := fst (two_sum f x y)). set (e := snd (two_sum f x y)).
assert (S : s + e = x + y) by (apply two_sum_exact; [exact G|lia|exact Fx|exact Fy]).
assert (Ee : e = - (s - (x + y))) by lra.
split; [reflexivity|]. split; [lra|]. split; [split; [apply inF_rne; exact G|split]|].
- rewrite Ee. apply generic_format_opp. now apply sum_error_representable.
- rewrite Ee, Rabs_Ropp. apply (error_le_half_ulp_round radix2 (fx f) (fun z => negb (Z.even z)) (x + y)).
- rewrite Ee, Rabs_Ropp. now apply relative_sum.
Qed.
Lemma two_sum_swap x y : inF f x -> inF f y -> two_sum f x y = two_sum f y x.
Proof.
intros Fx Fy. destruct (two_sum_parts x y Fx Fy) as (S & E & _). destruct (two_sum_parts y x Fy Fx) as (S' & E' & _).
rewrite (surjective_pairing (two_sum f x y)), (surjective_pairing (two_sum f y x)), E, E', S, S', (Rplus_comm y x). reflexivity.
Qed.
Lemma bound_positive : 0 <= 5 * u f ^ 2 / (1 - 6 * u f).
Proof. assert (U := u_small f P5). apply Rmult_le_pos; [nra|]. apply Rlt_le, Rinv_0_lt_compat. lra. Qed.

(** High words that do not cancel. *)
Lemma words_apart ah al bh bl : double_word f ah al -> double_word f bh bl -> Rabs ah + Rabs bh <= 3 * Rabs (ah + bh) ->
  word_for f (add_words f ah al bh bl) (ah + al + (bh + bl)) (5 * u f ^ 2 / (1 - 6 * u f)).
Proof.
intros Da Db Apart. assert (La := low_word f ah al Da). assert (Lb := low_word f bh bl Db).
destruct Da as (Fah & Fal & _). destruct Db as (Fbh & Fbl & _). assert (U := u_small f P5).
unfold word_for, add_words. cbv zeta.
destruct (two_sum_parts ah bh Fah Fbh) as (_ & Es & (Fs & Fe & _) & He).
destruct (two_sum_parts al bl Fal Fbl) as (_ & Et & (Ft & Fte & _) & Hte).
set (s := fst (two_sum f ah bh)) in *. set (e := snd (two_sum f ah bh)) in *.
set (t := fst (two_sum f al bl)) in *. set (te := snd (two_sum f al bl)) in *.
set (A := Rabs (ah + bh)) in *. assert (A0 : 0 <= A) by apply Rabs_pos.
set (W := u f * A) in *. set (V := u f * W). set (Q := u f * V). set (Z := u f * Q). set (Y := u f * Z).
assert (HW : 0 <= W <= / 32 * A) by now apply smaller. assert (HV : 0 <= V <= / 32 * W) by (apply smaller; lra).
assert (HQ : 0 <= Q <= / 32 * V) by (apply smaller; lra). assert (HZ : 0 <= Z <= / 32 * Q) by (apply smaller; lra).
assert (HY : 0 <= Y <= / 32 * Z) by (apply smaller; lra).
assert (HA := Rabs_le_inv _ _ (Rle_refl A)).
assert (L : Rabs (al + bl) <= 3 * W).
{ apply Rle_trans with (1 := Rabs_triang _ _). replace (3 * W) with (u f * (3 * A)) by (unfold W; ring).
  apply Rle_trans with (2 := up _ _ Apart). lra. }
assert (Te : Rabs te <= 3 * V).
{ apply Rle_trans with (1 := Hte). replace (3 * V) with (u f * (3 * W)) by (unfold V; ring). now apply up. }
assert (L' := Rabs_le_inv _ _ L). assert (Te' := Rabs_le_inv _ _ Te). assert (He' := Rabs_le_inv _ _ He).
set (c := rne f (e + t)). assert (Fc : inF f c) by (apply inF_rne; exact G).
assert (Hc : Rabs (c - (e + t)) <= 4 * V + 3 * Q).
{ apply Rle_trans with (1 := relative_sum f e t Fe Ft). replace (4 * V + 3 * Q) with (u f * (4 * W + 3 * V)) by (unfold Q, V; ring).
  apply up, Rabs_le. lra. }
assert (Hc' := Rabs_le_inv _ _ Hc).
assert (Sm : A - W <= Rabs s).
{ replace s with (ah + bh - e) by lra. apply Rle_trans with (2 := Rabs_triang_inv _ _). fold A. lra. }
assert (Cm : Rabs c <= Rabs s) by (apply Rle_trans with (2 := Sm), Rabs_le; lra).
destruct (fast_two_sum_for f P5 s c Fs Fc Cm) as (Ev & (Fvh & Fvl & _)).
assert (Hvl : Rabs (fst (fast_two_sum f s c) - (s + c)) <= u f * Rabs (s + c)) by (apply (relative_sum f s c); assumption).
set (vh := fst (fast_two_sum f s c)) in *. set (vl := snd (fast_two_sum f s c)) in *.
assert (Sc : Rabs (s + c) <= A + 3 * W + 7 * V + 3 * Q) by (apply Rabs_le; lra).
assert (Vl : Rabs (vh - (s + c)) <= W + 3 * V + 7 * Q + 3 * Z).
{ apply Rle_trans with (1 := Hvl). replace (W + 3 * V + 7 * Q + 3 * Z) with (u f * (A + 3 * W + 7 * V + 3 * Q)) by (unfold Z, Q, V, W; ring).
  now apply up. }
assert (Vl' := Rabs_le_inv _ _ Vl).
set (w := rne f (te + vl)). assert (Fw : inF f w) by (apply inF_rne; exact G).
assert (Hw : Rabs (w - (te + vl)) <= V + 6 * Q + 7 * Z + 3 * Y).
{ apply Rle_trans with (1 := relative_sum f te vl Fte Fvl).
  replace (V + 6 * Q + 7 * Z + 3 * Y) with (u f * (W + 6 * V + 7 * Q + 3 * Z)) by (unfold Y, Z, Q, V; ring). apply up, Rabs_le. lra. }
assert (Hw' := Rabs_le_inv _ _ Hw).
assert (Vm : A - 5 * W <= Rabs vh).
{ replace vh with (ah + bh - (ah + bh - vh)) by ring. apply Rle_trans with (2 := Rabs_triang_inv _ _). fold A.
  assert (Rabs (ah + bh - vh) <= 5 * W) by (apply Rabs_le; lra). lra. }
assert (Wm : Rabs w <= Rabs vh) by (apply Rle_trans with (2 := Vm), Rabs_le; lra).
destruct (fast_two_sum_for f P5 vh w Fvh Fw Wm) as (-> & Word). split; [exact Word|].
assert (X : A - 3 * W <= Rabs (ah + al + (bh + bl))).
{ replace (ah + al + (bh + bl)) with (ah + bh - - (al + bl)) by ring. apply Rle_trans with (2 := Rabs_triang_inv _ _). rewrite Rabs_Ropp. fold A. lra. }
apply Rle_trans with (5 * V + 10 * Q); [apply Rabs_le; lra|].
apply Rle_trans with (5 * u f ^ 2 / (1 - 6 * u f) * (A - 3 * W)); [|apply Rmult_le_compat_l; [apply bound_positive|exact X]].
apply (Rmult_le_reg_r (1 - 6 * u f)); [lra|].
replace (5 * u f ^ 2 / (1 - 6 * u f) * (A - 3 * W) * (1 - 6 * u f)) with (5 * V - 15 * Q) by (unfold Q, V, W; field; lra).
replace ((5 * V + 10 * Q) * (1 - 6 * u f)) with (5 * V - 20 * Q - 60 * Z) by (unfold Z, Q, V, W; ring). lra.
Qed.

(** High words that cancel: they and the rounded sum of the low ones have an exact FastTwoSum. *)
Lemma cancelled_exact ah al bh bl (s := ah + bh) (t := rne f (al + bl)) : double_word f ah al -> double_word f bh bl ->
  Rabs bh <= Rabs ah -> Rabs ah < 2 * Rabs bh -> inF f s -> fst (fast_two_sum f s t) + snd (fast_two_sum f s t) = s + t.
Proof.
intros Da Db Le Ge Fs. destruct Da as (Fah & Fal & Ha). destruct Db as (Fbh & Fbl & Hb). assert (U := u_small f P5).
assert (Ft : inF f t) by (apply inF_rne; exact G).
destruct (Req_dec s 0) as [S0|Ns]. { apply fast_two_sum_by_exponent; auto; lia. }
assert (Nb : bh <> 0) by (intros ->; rewrite Rabs_R0 in Ge; generalize (Rabs_pos ah); lra).
assert (Na : ah <> 0) by (intros ->; rewrite Rabs_R0 in Le; generalize (Rabs_pos_lt bh Nb); lra).
rewrite ulp_neq_0 in Ha, Hb by assumption. set (k := cexp radix2 (fx f) ah) in *. set (j := cexp radix2 (fx f) bh) in *.
assert (Mj : (mag radix2 bh <= mag radix2 ah)%Z) by now apply mag_le_abs.
assert (Mk : (mag radix2 ah - 1 <= mag radix2 bh)%Z).
{ apply mag_ge_bpow. assert (M := bpow_mag_le radix2 ah Na). replace (mag radix2 ah - 1 - 1)%Z with (-1 + (mag radix2 ah - 1))%Z by ring.
  rewrite bpow_plus. change (bpow radix2 (-1)) with (/ 2). lra. }
assert (J : (j = k \/ j = k - 1)%Z /\ (emin f <= j)%Z) by (unfold j, k, cexp, fx, FLT_exp in *; lia).
destruct J as (J & Je).
assert (Ka : (j <= cexp radix2 (fx f) ah)%Z) by (fold k; lia).
destruct (grid_of f ah j Fah Ka) as (p & Ep). destruct (grid_of f bh j Fbh (Z.le_refl _)) as (q & Eq).
assert (Sj : bpow radix2 j <= Rabs s).
{ assert (Es : s = IZR (p + q) * bpow radix2 j) by (unfold s; rewrite Ep, Eq, plus_IZR; ring).
  rewrite Es, Rabs_mult, (Rabs_pos_eq (bpow _ _)), <- abs_IZR by apply bpow_ge_0.
  assert (N : (1 <= Z.abs (p + q))%Z). { destruct (Z.eq_dec (p + q) 0) as [Z0|]; [|lia]. exfalso. apply Ns. rewrite Es, Z0. ring. }
  apply IZR_le in N. rewrite <- (Rmult_1_l (bpow radix2 j)) at 1. apply Rmult_le_compat_r; [apply bpow_ge_0|exact N]. }
assert (Ha' := Rabs_le_inv _ _ Ha). assert (Hb' := Rabs_le_inv _ _ Hb). assert (B0 := bpow_gt_0 radix2 j).
destruct J as [J|J].
- apply fast_two_sum_exact; try assumption; [lia|]. apply Rle_trans with (2 := Sj). unfold t, rne.
  apply abs_round_le_generic; auto with typeclass_instances; [now apply inF_bpow|]. rewrite J in *. apply Rabs_le. lra.
- assert (K2 : bpow radix2 k = 2 * bpow radix2 j) by (replace k with (1 + j)%Z by lia; rewrite bpow_plus; reflexivity).
  rewrite K2 in Ha'.
  assert (T := relative_sum f al bl Fal Fbl). fold t in T.
  assert (Sum : Rabs (al + bl) <= 3 / 2 * bpow radix2 j) by (apply Rabs_le; lra).
  assert (Dt : Rabs (t - (al + bl)) <= / 32 * (3 / 2 * bpow radix2 j)).
  { apply Rle_trans with (1 := T). apply Rmult_le_compat; [lra|apply Rabs_pos|lra|exact Sum]. }
  apply Rabs_le_inv in Dt. apply Rabs_le_inv in Sum.
  destruct (Req_dec t 0) as [->|Nt]. { apply fast_two_sum_exact; try assumption; [lia|rewrite Rabs_R0; apply Rabs_pos]. }
  apply fast_two_sum_by_exponent; auto; [lia|]. right.
  assert (mag radix2 t <= k)%Z by (apply mag_le_bpow; [exact Nt|]; apply Rabs_lt; rewrite K2; lra).
  assert (k <= mag radix2 s)%Z by (apply mag_ge_bpow; replace (k - 1)%Z with j by lia; exact Sj).
  unfold cexp, fx, FLT_exp. lia.
Qed.

Lemma words_cancel ah al bh bl : double_word f ah al -> double_word f bh bl ->
  Rabs bh <= Rabs ah -> 3 * Rabs (ah + bh) < Rabs ah + Rabs bh ->
  word_for f (add_words f ah al bh bl) (ah + al + (bh + bl)) (5 * u f ^ 2 / (1 - 6 * u f)).
Proof.
intros Da Db Le Small. assert (U := u_small f P5).
assert (Half : Rabs (ah + bh) < Rabs ah / 2 /\ Rabs ah < 2 * Rabs bh).
{ revert Le Small. unfold Rabs. repeat destruct Rcase_abs; intros; lra. }
destruct Half as (Half & Ge). destruct (cancelling f P5 ah al bh Da (proj1 Db) Half) as (X & _).
assert (Fs : inF f (ah + bh)) by (rewrite <- X; apply inF_rne; exact G).
assert (Exact := cancelled_exact ah al bh bl Da Db Le Ge Fs).
destruct Da as (Fah & Fal & _). destruct Db as (Fbh & Fbl & _).
unfold word_for, add_words. cbv zeta.
destruct (two_sum_parts ah bh Fah Fbh) as (Es & Ee & _). destruct (two_sum_parts al bl Fal Fbl) as (Et & Ete & Wt & _).
rewrite <- Et in Exact. rewrite X in Es. rewrite Ee, Es, Rminus_diag_eq, Rplus_0_l by reflexivity.
set (s := ah + bh) in *. set (t := fst (two_sum f al bl)) in *. set (te := snd (two_sum f al bl)) in *.
assert (Lt := low_word f t te Wt). assert (Ft := proj1 Wt). assert (Fte := proj1 (proj2 Wt)).
rewrite (rne_id f t Ft). destruct (fast_two_sum_word f s t Exact) as (Fvh & Fvl & _).
assert (Evh : fst (fast_two_sum f s t) = rne f (s + t)) by reflexivity.
set (vh := fst (fast_two_sum f s t)) in *. set (vl := snd (fast_two_sum f s t)) in *.
assert (Sum : ah + al + (bh + bl) = s + t + te) by (unfold s; lra).
destruct (Rle_or_lt (Rabs t) (2 * Rabs (s + t))) as [Big|Tiny].
- set (B := Rabs (s + t)) in *. assert (B0 : 0 <= B) by apply Rabs_pos.
  set (W := u f * B). set (V := u f * W). set (Q := u f * V).
  assert (HW : 0 <= W <= / 32 * B) by now apply smaller. assert (HV : 0 <= V <= / 32 * W) by (apply smaller; lra).
  assert (HQ : 0 <= Q <= / 32 * V) by (apply smaller; lra).
  assert (HB := Rabs_le_inv _ _ (Rle_refl B)).
  assert (Te : Rabs te <= 2 * W).
  { apply Rle_trans with (1 := Lt). replace (2 * W) with (u f * (2 * B)) by (unfold W; ring). now apply up. }
  assert (Vl : Rabs (vh - (s + t)) <= W) by (rewrite Evh; now apply relative_sum).
  assert (Te' := Rabs_le_inv _ _ Te). assert (Vl' := Rabs_le_inv _ _ Vl).
  set (w := rne f (te + vl)). assert (Fw : inF f w) by (apply inF_rne; exact G).
  assert (Hw : Rabs (w - (te + vl)) <= 3 * V).
  { apply Rle_trans with (1 := relative_sum f te vl Fte Fvl). replace (3 * V) with (u f * (3 * W)) by (unfold V; ring).
    apply up, Rabs_le. lra. }
  assert (Hw' := Rabs_le_inv _ _ Hw).
  assert (Vm : B - W <= Rabs vh).
  { replace vh with (s + t - (s + t - vh)) by ring. apply Rle_trans with (2 := Rabs_triang_inv _ _). rewrite (Rabs_minus_sym (s + t) vh). fold B. lra. }
  assert (Wm : Rabs w <= Rabs vh) by (apply Rle_trans with (2 := Vm), Rabs_le; lra).
  destruct (fast_two_sum_for f P5 vh w Fvh Fw Wm) as (-> & Word). split; [exact Word|]. rewrite Sum.
  assert (Y : B - 2 * W <= Rabs (s + t + te)).
  { replace (s + t + te) with (s + t - - te) by ring. apply Rle_trans with (2 := Rabs_triang_inv _ _). rewrite Rabs_Ropp. fold B. lra. }
  apply Rle_trans with (3 * V); [apply Rabs_le; lra|].
  apply Rle_trans with (5 * u f ^ 2 / (1 - 6 * u f) * (B - 2 * W)); [|apply Rmult_le_compat_l; [apply bound_positive|exact Y]].
  apply (Rmult_le_reg_r (1 - 6 * u f)); [lra|].
  replace (5 * u f ^ 2 / (1 - 6 * u f) * (B - 2 * W) * (1 - 6 * u f)) with (5 * V - 10 * Q) by (unfold Q, V, W; field; lra).
  replace (3 * V * (1 - 6 * u f)) with (3 * V - 18 * Q) by (unfold Q, V, W; ring). lra.
- assert (Tiny' : Rabs (t + s) < Rabs t / 2) by (rewrite (Rplus_comm t s); lra).
  destruct (cancelling f P5 t te s Wt Fs Tiny') as (Xt & Last). rewrite (Rplus_comm t s) in Xt, Last.
  assert (Ev : vh = s + t) by now rewrite Evh. assert (Evl : vl = 0) by lra.
  rewrite Ev, Evl, Rplus_0_r, (rne_id f te Fte). split; [now apply fast_two_sum_word|].
  rewrite Last, Sum, Rminus_diag_eq, Rabs_R0 by reflexivity. apply Rmult_le_pos; [apply bound_positive|apply Rabs_pos].
Qed.

(** [add] of two double words: at most 5u^2 / (1 - 6u), whatever cancels and whatever underflows. *)
Theorem add_words_error ah al bh bl : double_word f ah al -> double_word f bh bl ->
  word_for f (add_words f ah al bh bl) (ah + al + (bh + bl)) (5 * u f ^ 2 / (1 - 6 * u f)).
Proof.
intros Da Db. destruct (Rle_or_lt (Rabs ah + Rabs bh) (3 * Rabs (ah + bh))) as [H|H]; [now apply words_apart|].
destruct (Rle_or_lt (Rabs bh) (Rabs ah)) as [Le|Lt]; [now apply words_cancel|].
assert (Swap : add_words f ah al bh bl = add_words f bh bl ah al).
{ unfold add_words. cbv zeta. rewrite (two_sum_swap ah bh (proj1 Da) (proj1 Db)), (two_sum_swap al bl (proj1 (proj2 Da)) (proj1 (proj2 Db))).
  reflexivity. }
rewrite Swap. replace (ah + al + (bh + bl)) with (bh + bl + (ah + al)) by ring.
apply words_cancel; try assumption; [lra|]. rewrite (Rplus_comm bh ah). lra.
Qed.

(** [fma] of double words: the product's error, then the sum's, relative to |a b| + |c|. *)
Theorem fma_words_error ah al bh bl ch cl : double_word f ah al -> double_word f bh bl -> double_word f ch cl ->
  (ah * bh <> 0 -> bpow radix2 (emin f + 2 * prec f - 1) <= Rabs (ah * bh)) ->
  let q0 := rne f (al * bl) in let q1 := rne f (ah * bl + q0) in let q2 := rne f (al * bh + q1) in
  normal f (al * bl) -> normal f (ah * bl + q0) -> normal f (al * bh + q1) ->
  let r := fma_words f ah al bh bl ch cl in let p := Rabs ((ah + al) * (bh + bl)) in
  double_word f (fst r) (snd r) /\
  Rabs (fst r + snd r - ((ah + al) * (bh + bl) + (ch + cl))) <=
    7 * u f ^ 2 * p + 5 * u f ^ 2 / (1 - 6 * u f) * (p * (1 + 7 * u f ^ 2) + Rabs (ch + cl)).
Proof.
intros Da Db Dc Nc q0 q1 q2 N0 N1 N2. cbv zeta.
destruct (mul_words_error f P5 ah al bh bl Da Db Nc N0 N1 N2) as (Dm & Em). unfold fma_words. cbv zeta.
set (m := mul_words f ah al bh bl) in *. set (x := (ah + al) * (bh + bl)) in *.
destruct (add_words_error (fst m) (snd m) ch cl Dm Dc) as (Dr & Er). split; [exact Dr|].
set (r := add_words f (fst m) (snd m) ch cl) in *.
replace (fst r + snd r - (x + (ch + cl))) with ((fst m + snd m - x) + (fst r + snd r - (fst m + snd m + (ch + cl)))) by ring.
apply Rle_trans with (1 := Rabs_triang _ _). apply Rplus_le_compat; [exact Em|]. apply Rle_trans with (1 := Er).
apply Rmult_le_compat_l; [apply bound_positive|]. apply Rle_trans with (1 := Rabs_triang _ _). apply Rplus_le_compat_r.
replace (fst m + snd m) with (x + (fst m + snd m - x)) by ring. apply Rle_trans with (1 := Rabs_triang _ _). lra.
Qed.
End Sums.
