(** EFT-1: operations on double words, unevaluated sums high + low. The bounds are those that follow from one relative
    error a rounding; finer case analyses (Joldes, Muller, Popescu; Muller, Rideau) make them smaller. *)
From Coq Require Import ZArith Reals Lia Lra Psatz.
From Flocq Require Import Core Sterbenz Plus_error.
From Fpcheck.arith Require Import Format ErrorFree RoundingError.
Local Open Scope R_scope.

(** Zero, or no smaller than the least normal number: the header's "nothing underflows". *)
Definition normal f x := x = 0 \/ bpow radix2 (emin f + prec f - 1) <= Rabs x.
(** What a pair has to satisfy to be a double word. *)
Definition double_word f h l := inF f h /\ inF f l /\ Rabs l <= / 2 * ulp radix2 (fx f) h.
(** A double word for the number [x], to a relative error. *)
Definition word_for f r x error := double_word f (fst r) (snd r) /\ Rabs (fst r + snd r - x) <= error * Rabs x.

(** The operations of [fpcheck::exact] on a double word and a number, and on two. *)
Definition add_number f ah al b :=
  let s := two_sum f ah b in fast_two_sum f (fst s) (rne f (al + snd s)).
Definition mul_number f ah al b :=
  let c := two_product f ah b in fast_two_sum f (fst c) (rne f (al * b + snd c)).
Definition mul_words f ah al bh bl :=
  let c := two_product f ah bh in
  let t := rne f (al * bh + rne f (ah * bl + rne f (al * bl))) in
  fast_two_sum f (fst c) (rne f (snd c + t)).

Section Words.
Context (f : fmt) {G : Good f}.
Hypothesis P5 : (5 <= prec f)%Z.

Lemma u_small : 0 < u f <= / 32.
Proof. split; [apply u_pos|]. unfold u. change (/ 32) with (bpow radix2 (-5)). apply bpow_le. lia. Qed.
Lemma relative x : normal f x -> Rabs (rne f x - x) <= u f * Rabs x.
Proof.
intros [->|H]; [|now apply rne_error_normal].
rewrite (rne_id f 0 (inF_0 f)), Rminus_0_r, Rabs_R0. lra.
Qed.
(** A sum below the normal numbers is exact. *)
Lemma relative_sum x y : inF f x -> inF f y -> Rabs (rne f (x + y) - (x + y)) <= u f * Rabs (x + y).
Proof.
intros Fx Fy. destruct (Rle_or_lt (Rabs (x + y)) (bpow radix2 (prec f + emin f))) as [S|S].
- rewrite (rne_id f (x + y)), Rminus_diag_eq, Rabs_R0 by (reflexivity || now apply FLT_format_plus_small; [apply good_prec|..]).
  apply Rmult_le_pos; [apply Rlt_le, u_pos|apply Rabs_pos].
- apply rne_error_normal; [exact G|]. apply Rle_trans with (2 := Rlt_le _ _ S). apply bpow_le. lia.
Qed.
(** The low word is at most u times the high one. *)
Lemma low_word h l : double_word f h l -> Rabs l <= u f * Rabs h.
Proof.
intros (Fh & Fl & H). destruct (Req_dec l 0) as [->|Nl]. { rewrite Rabs_R0. apply Rmult_le_pos; [apply Rlt_le, u_pos|apply Rabs_pos]. }
assert (L : bpow radix2 (emin f) <= Rabs l).
{ apply (generic_format_ge_bpow radix2 (fx f)); [intros e; unfold fx, FLT_exp; lia|now apply Rabs_pos_lt|].
  now apply generic_format_abs. }
assert (Nh : h <> 0). { intros ->. unfold fx in H. rewrite ulp_FLT_0 in H by exact (good_prec f). generalize (bpow_gt_0 radix2 (emin f)). lra. }
rewrite ulp_neq_0 in H by exact Nh. unfold cexp, fx, FLT_exp in H.
destruct (Z.max_spec (mag radix2 h - prec f) (emin f)) as [[_ E]|[_ E]]; rewrite E in H.
- generalize (bpow_gt_0 radix2 (emin f)). lra.
- apply Rle_trans with (1 := H). assert (M := bpow_mag_le radix2 h Nh).
  replace (/ 2 * bpow radix2 (mag radix2 h - prec f)) with (u f * bpow radix2 (mag radix2 h - 1)).
  + apply Rmult_le_compat_l; [left; apply u_pos|exact M].
  + unfold u. rewrite <- bpow_plus. replace (- prec f + (mag radix2 h - 1))%Z with (-1 + (mag radix2 h - prec f))%Z by ring.
    now rewrite bpow_plus.
Qed.
(** What FastTwoSum returns is a double word where it is exact. *)
Lemma fast_two_sum_word x y : fst (fast_two_sum f x y) + snd (fast_two_sum f x y) = x + y ->
  double_word f (fst (fast_two_sum f x y)) (snd (fast_two_sum f x y)).
Proof.
intros E. split; [apply inF_rne; exact G|]. split; [apply inF_rne; exact G|].
set (h := fst (fast_two_sum f x y)) in *. set (l := snd (fast_two_sum f x y)) in *.
replace l with (- (h - (x + y))) by lra. rewrite Rabs_Ropp.
apply (error_le_half_ulp_round radix2 (fx f) (fun z => negb (Z.even z)) (x + y)).
Qed.
Lemma fast_two_sum_for x y : inF f x -> inF f y -> Rabs y <= Rabs x ->
  fst (fast_two_sum f x y) + snd (fast_two_sum f x y) = x + y /\ double_word f (fst (fast_two_sum f x y)) (snd (fast_two_sum f x y)).
Proof.
intros Fx Fy H. assert (E : fst (fast_two_sum f x y) + snd (fast_two_sum f x y) = x + y) by (apply fast_two_sum_exact; assumption || lia).
split; [exact E|now apply fast_two_sum_word].
Qed.
Lemma products_small x y c : Rabs x <= u f * c -> Rabs (x * y) <= u f * (c * Rabs y).
Proof. intros H. rewrite Rabs_mult. assert (Y := Rabs_pos y). nra. Qed.

(** Where a number cancels the high word, the sum and what FastTwoSum makes of it with the low word are exact. *)
Lemma cancelling h l b : double_word f h l -> inF f b -> Rabs (h + b) < Rabs h / 2 ->
  rne f (h + b) = h + b /\ fst (fast_two_sum f (h + b) l) + snd (fast_two_sum f (h + b) l) = h + b + l.
Proof.
intros (Fh & Fl & Hl) Fb Small.
assert (X : rne f (h + b) = h + b).
{ apply rne_id; [exact G|]. replace (h + b) with (h - - b) by ring.
  assert (Fo : inF f (- b)) by now apply generic_format_opp.
  destruct (Rle_or_lt 0 h) as [P|P].
  - apply sterbenz; auto with typeclass_instances. revert Small. unfold Rabs. repeat destruct Rcase_abs; intros; split; lra.
  - replace (h - - b) with (- (- h - b)) by ring. apply generic_format_opp. apply sterbenz; auto with typeclass_instances.
    + now apply generic_format_opp.
    + revert Small. unfold Rabs. repeat destruct Rcase_abs; intros; split; lra. }
split; [exact X|]. set (s := h + b) in *.
assert (Fs : inF f s) by (rewrite <- X; apply inF_rne; exact G).
destruct (Req_dec s 0) as [Z|N].
- apply fast_two_sum_by_exponent; auto; lia.
- apply fast_two_sum_exact; try assumption; [lia|]. apply Rle_trans with (1 := Hl).
  assert (Nh : h <> 0) by (intros ->; rewrite Rabs_R0 in Small; generalize (Rabs_pos s); lra).
  set (k := cexp radix2 (fx f) h). rewrite ulp_neq_0 by exact Nh. fold k.
  destruct (Z.eq_dec k (emin f)) as [B|B].
  + apply Rle_trans with (bpow radix2 (emin f)); [rewrite B; generalize (bpow_gt_0 radix2 (emin f)); lra|].
    apply (generic_format_ge_bpow radix2 (fx f)); [intros q; unfold fx, FLT_exp; lia|now apply Rabs_pos_lt|].
    now apply generic_format_abs.
  + assert (Kb : (k - 1 <= cexp radix2 (fx f) b)%Z).
    { assert (Nb : / 2 * Rabs h <= Rabs b).
      { revert Small. unfold s, Rabs. repeat destruct Rcase_abs; intros; lra. }
      assert (mag radix2 h - 1 <= mag radix2 b)%Z.
      { apply mag_ge_bpow. assert (M := bpow_mag_le radix2 h Nh). apply Rle_trans with (2 := Nb).
        replace (mag radix2 h - 1 - 1)%Z with (-1 + (mag radix2 h - 1))%Z by ring. rewrite bpow_plus. change (bpow radix2 (-1)) with (/ 2). lra. }
      unfold k, cexp, fx, FLT_exp in *. lia. }
    assert (Ka : (k - 1 <= cexp radix2 (fx f) h)%Z) by (unfold k; lia).
    destruct (grid_of f h (k - 1) Fh Ka) as (p & Ep). destruct (grid_of f b (k - 1) Fb Kb) as (q & Eq).
    assert (Es : s = IZR (p + q) * bpow radix2 (k - 1)) by (unfold s; rewrite Ep, Eq, plus_IZR; ring).
    replace (/ 2 * bpow radix2 k) with (bpow radix2 (k - 1))
      by (replace k with (1 + (k - 1))%Z at 2 by ring; rewrite bpow_plus; change (bpow radix2 1) with 2; field).
    rewrite Es, Rabs_mult, (Rabs_pos_eq (bpow _ _)), <- abs_IZR by apply bpow_ge_0.
    assert (1 <= Z.abs (p + q))%Z. { destruct (Z.eq_dec (p + q) 0) as [Z0|]; [|lia]. exfalso. apply N. rewrite Es, Z0. ring. }
    apply IZR_le in H. generalize (bpow_gt_0 radix2 (k - 1)). nra.
Qed.

(** [add] of a double word and a number: at most 3u^2 / (1 - 2u), whatever cancels. *)
Theorem add_number_error ah al b : double_word f ah al -> inF f b ->
  word_for f (add_number f ah al b) (ah + al + b) (3 * u f ^ 2 / (1 - 2 * u f)).
Proof.
intros D Fb. assert (L := low_word ah al D). destruct D as (Fh & Fl & Hl). assert (U := u_small).
unfold word_for, add_number. cbv zeta. set (s := fst (two_sum f ah b)). set (e := snd (two_sum f ah b)). set (v := rne f (al + e)).
assert (S : s + e = ah + b) by (apply two_sum_exact; [exact G|lia|exact Fh|exact Fb]).
assert (Fs : inF f s) by (apply inF_rne; exact G). assert (Fv : inF f v) by (apply inF_rne; exact G).
assert (Fe : inF f e).
{ replace e with (- (s - (ah + b))) by lra. apply generic_format_opp. now apply sum_error_representable. }
assert (K : 0 <= 3 * u f ^ 2 / (1 - 2 * u f)).
{ apply Rmult_le_pos; [nra|]. apply Rlt_le, Rinv_0_lt_compat. lra. }
destruct (Rle_or_lt (Rabs ah / 2) (Rabs (ah + b))) as [Big|Small].
- assert (E : Rabs e <= u f * Rabs (ah + b)).
  { replace e with (- (s - (ah + b))) by lra. rewrite Rabs_Ropp. apply relative_sum; assumption. }
  assert (V := relative_sum al e Fl Fe). fold v in V. assert (T := Rabs_triang al e).
  set (A := Rabs (ah + b)) in *. assert (A0 : 0 <= A) by apply Rabs_pos.
  assert (T3 : Rabs (al + e) <= 3 * u f * A) by nra.
  assert (Sm : (1 - u f) * A <= Rabs s).
  { replace s with (ah + b - e) by lra. apply Rle_trans with (2 := Rabs_triang_inv _ _). fold A. lra. }
  assert (Vm : Rabs v <= Rabs s).
  { assert (UA : u f * A <= / 32 * A) by (apply Rmult_le_compat_r; [exact A0|lra]).
    assert (UT : u f * Rabs (al + e) <= / 32 * Rabs (al + e)) by (apply Rmult_le_compat_r; [apply Rabs_pos|lra]).
    apply Rle_trans with (2 := Sm). replace v with (v - (al + e) + (al + e)) by ring. apply Rle_trans with (1 := Rabs_triang _ _). lra. }
  destruct (fast_two_sum_for s v Fs Fv Vm) as (-> & W). split; [exact W|].
  replace (s + v - (ah + al + b)) with (v - (al + e)) by lra.
  assert (X : (1 - 2 * u f) * A <= Rabs (ah + al + b)).
  { replace (ah + al + b) with (ah + b - - al) by ring. apply Rle_trans with (2 := Rabs_triang_inv _ _). rewrite Rabs_Ropp. fold A. nra. }
  apply Rle_trans with (3 * u f ^ 2 * A); [nra|].
  replace (3 * u f ^ 2 * A) with (3 * u f ^ 2 / (1 - 2 * u f) * ((1 - 2 * u f) * A)) by (field; lra).
  now apply Rmult_le_compat_l.
- (* ah and b cancel: their sum is exact, and so is everything after it *)
  destruct (cancelling ah al b (conj Fh (conj Fl Hl)) Fb Small) as (X & Exact).
  assert (E : s = ah + b) by exact X. assert (E0 : e = 0) by lra.
  assert (Ev : v = al) by (unfold v; rewrite E0, Rplus_0_r; now apply rne_id).
  rewrite Ev, E. split; [now apply fast_two_sum_word|]. rewrite Exact. replace (ah + b + al - (ah + al + b)) with 0 by ring. rewrite Rabs_R0. apply Rmult_le_pos; [exact K|apply Rabs_pos].
Qed.

(** [mul] of a double word and a number: at most 2u^2 / (1 - u). *)
Theorem mul_number_error ah al b : double_word f ah al -> inF f b ->
  (ah * b <> 0 -> bpow radix2 (emin f + 2 * prec f - 1) <= Rabs (ah * b)) ->
  normal f (al * b + snd (two_product f ah b)) ->
  word_for f (mul_number f ah al b) ((ah + al) * b) (2 * u f ^ 2 / (1 - u f)).
Proof.
intros D Fb Nc Nt. assert (L := low_word ah al D). destruct D as (Fh & Fl & _). assert (U := u_small).
assert (C := two_product_exact f ah b Fh Fb Nc). unfold word_for, mul_number. cbv zeta.
set (c := fst (two_product f ah b)) in *. set (ce := snd (two_product f ah b)) in *. set (t := rne f (al * b + ce)).
assert (P0 := Rabs_pos (ah * b)). set (P := Rabs (ah * b)) in *.
assert (Hc : Rabs ce <= u f * P).
{ replace ce with (- (c - ah * b)) by lra. rewrite Rabs_Ropp. apply relative. destruct (Req_dec (ah * b) 0) as [Z|N]; [now left|right].
  apply Rle_trans with (2 := Nc N). apply bpow_le. lia. }
assert (Hl : Rabs (al * b) <= u f * P) by (unfold P; rewrite (Rabs_mult ah); now apply products_small).
assert (T := relative _ Nt). fold t in T. assert (Q := Rabs_triang (al * b) ce).
assert (Cm : (1 - u f) * P <= Rabs c).
{ replace c with (ah * b - ce) by lra. apply Rle_trans with (2 := Rabs_triang_inv _ _). fold P. lra. }
assert (Tm : Rabs t <= Rabs c).
{ assert (UP : u f * P <= / 32 * P) by (apply Rmult_le_compat_r; [exact P0|lra]).
  assert (UT : u f * Rabs (al * b + ce) <= / 32 * Rabs (al * b + ce)) by (apply Rmult_le_compat_r; [apply Rabs_pos|lra]).
  apply Rle_trans with (2 := Cm). replace t with (t - (al * b + ce) + (al * b + ce)) by ring. apply Rle_trans with (1 := Rabs_triang _ _). lra. }
destruct (fast_two_sum_for c t (inF_rne f _) (inF_rne f _) Tm) as (-> & Word). split; [exact Word|].
replace (c + t - (ah + al) * b) with (t - (al * b + ce)) by lra.
assert (X : (1 - u f) * P <= Rabs ((ah + al) * b)).
{ replace ((ah + al) * b) with (ah * b - - (al * b)) by ring. apply Rle_trans with (2 := Rabs_triang_inv _ _). rewrite Rabs_Ropp. fold P. lra. }
apply Rle_trans with (2 * u f ^ 2 * P); [nra|].
replace (2 * u f ^ 2 * P) with (2 * u f ^ 2 / (1 - u f) * ((1 - u f) * P)) by (field; lra).
apply Rmult_le_compat_l; [|exact X]. apply Rmult_le_pos; [nra|]. apply Rlt_le, Rinv_0_lt_compat. lra.
Qed.

(** [mul] of two double words: at most 7u^2. *)
Theorem mul_words_error ah al bh bl : double_word f ah al -> double_word f bh bl ->
  (ah * bh <> 0 -> bpow radix2 (emin f + 2 * prec f - 1) <= Rabs (ah * bh)) ->
  let q0 := rne f (al * bl) in let q1 := rne f (ah * bl + q0) in let q2 := rne f (al * bh + q1) in
  normal f (al * bl) -> normal f (ah * bl + q0) -> normal f (al * bh + q1) ->
  word_for f (mul_words f ah al bh bl) ((ah + al) * (bh + bl)) (7 * u f ^ 2).
Proof.
intros D1 D2 Nc q0 q1 q2 N0 N1 N2. assert (La := low_word ah al D1). assert (Lb := low_word bh bl D2).
destruct D1 as (Fah & Fal & _). destruct D2 as (Fbh & Fbl & _). assert (U := u_small).
assert (C := two_product_exact f ah bh Fah Fbh Nc). unfold word_for, mul_words. cbv zeta. fold q0. fold q1. fold q2.
assert (Fce : inF f (snd (two_product f ah bh))) by (apply inF_rne; exact G).
set (c := fst (two_product f ah bh)) in *. set (ce := snd (two_product f ah bh)) in *. set (t := rne f (ce + q2)).
assert (P0 := Rabs_pos (ah * bh)). set (P := Rabs (ah * bh)) in *.
assert (Hc : Rabs ce <= u f * P).
{ replace ce with (- (c - ah * bh)) by lra. rewrite Rabs_Ropp. apply relative. destruct (Req_dec (ah * bh) 0) as [Z|N]; [now left|right].
  apply Rle_trans with (2 := Nc N). apply bpow_le. lia. }
assert (Hlh : Rabs (al * bh) <= u f * P) by (unfold P; rewrite (Rabs_mult ah); now apply products_small).
assert (Hhl : Rabs (ah * bl) <= u f * P).
{ unfold P. rewrite (Rmult_comm ah bl), (Rmult_comm ah bh), (Rabs_mult bh). now apply products_small. }
assert (Hll : Rabs (al * bl) <= u f * (u f * P)).
{ unfold P. rewrite !Rabs_mult. assert (A := Rabs_pos ah). assert (B := Rabs_pos bh). assert (A' := Rabs_pos al). assert (B' := Rabs_pos bl).
  replace (u f * (u f * (Rabs ah * Rabs bh))) with (u f * Rabs ah * (u f * Rabs bh)) by ring. now apply Rmult_le_compat. }
assert (UP : 0 <= u f * P <= / 32 * P) by nra. set (W := u f * P) in *. assert (UW : 0 <= u f * W <= / 32 * W) by nra. set (V := u f * W) in *.
assert (E0 := relative _ N0). fold q0 in E0. assert (E1 := relative _ N1). fold q1 in E1. assert (E2 := relative _ N2). fold q2 in E2.
assert (Fq2 : inF f q2) by (apply inF_rne; exact G).
assert (E3 := relative_sum ce q2 Fce Fq2). fold t in E3.
assert (M0 : Rabs (q0 - al * bl) <= 4 / 100 * V) by (unfold V in *; nra).
assert (Q0 : Rabs q0 <= 104 / 100 * V).
{ replace q0 with (q0 - al * bl + al * bl) by ring. apply Rle_trans with (1 := Rabs_triang _ _). lra. }
assert (S1 : Rabs (ah * bl + q0) <= 104 / 100 * W) by (apply Rle_trans with (1 := Rabs_triang _ _); lra).
assert (M1 : Rabs (q1 - (ah * bl + q0)) <= 104 / 100 * V) by (unfold V; nra).
assert (Q1 : Rabs q1 <= 108 / 100 * W).
{ replace q1 with (q1 - (ah * bl + q0) + (ah * bl + q0)) by ring. apply Rle_trans with (1 := Rabs_triang _ _). lra. }
assert (S2 : Rabs (al * bh + q1) <= 208 / 100 * W) by (apply Rle_trans with (1 := Rabs_triang _ _); lra).
assert (M2 : Rabs (q2 - (al * bh + q1)) <= 208 / 100 * V) by (unfold V; nra).
assert (Q2 : Rabs q2 <= 215 / 100 * W).
{ replace q2 with (q2 - (al * bh + q1) + (al * bh + q1)) by ring. apply Rle_trans with (1 := Rabs_triang _ _). lra. }
assert (S3 : Rabs (ce + q2) <= 315 / 100 * W) by (apply Rle_trans with (1 := Rabs_triang _ _); lra).
assert (M3 : Rabs (t - (ce + q2)) <= 315 / 100 * V) by (unfold V; nra).
assert (Tm : Rabs t <= Rabs c).
{ assert (Rabs t <= 325 / 100 * W).
  { replace t with (t - (ce + q2) + (ce + q2)) by ring. apply Rle_trans with (1 := Rabs_triang _ _). lra. }
  replace c with (ah * bh - ce) by lra. apply Rle_trans with (2 := Rabs_triang_inv _ _). fold P. lra. }
destruct (fast_two_sum_for c t (inF_rne f _) (inF_rne f _) Tm) as (-> & Word). split; [exact Word|].
replace (c + t - (ah + al) * (bh + bl)) with (t - (ce + q2) + ((q2 - (al * bh + q1)) + ((q1 - (ah * bl + q0)) + (q0 - al * bl)))) by lra.
assert (X : 93 / 100 * P <= Rabs ((ah + al) * (bh + bl))).
{ replace ((ah + al) * (bh + bl)) with (ah * bh - - (al * bh + (ah * bl + al * bl))) by ring.
  apply Rle_trans with (2 := Rabs_triang_inv _ _). rewrite Rabs_Ropp. fold P.
  assert (Rabs (al * bh + (ah * bl + al * bl)) <= W + (W + V)).
  { apply Rle_trans with (1 := Rabs_triang _ _). apply Rplus_le_compat; [exact Hlh|]. apply Rle_trans with (1 := Rabs_triang _ _). lra. }
  lra. }
apply Rle_trans with (631 / 100 * V).
- apply Rle_trans with (1 := Rabs_triang _ _).
  assert (Rabs (q2 - (al * bh + q1) + (q1 - (ah * bl + q0) + (q0 - al * bl))) <= 208 / 100 * V + (104 / 100 * V + 4 / 100 * V)).
  { apply Rle_trans with (1 := Rabs_triang _ _). apply Rplus_le_compat; [exact M2|]. apply Rle_trans with (1 := Rabs_triang _ _). lra. }
  lra.
- replace V with (u f ^ 2 * P) by (unfold V, W; ring).
  apply Rle_trans with (7 * u f ^ 2 * (93 / 100 * P)); [assert (0 <= u f ^ 2 * P) by nra; lra|]. apply Rmult_le_compat_l; [nra|exact X].
Qed.
End Words.
