(** SMX-2: what a binary32 denominator can hold: it stagnates at 2^24 times its largest term for any row length, and the
    thresholds below which lazy rescaling cannot overflow the numerator's format. *)
From Coq Require Import ZArith Reals Lia Lra List.
From Flocq Require Import Core.
From Fpcheck.arith Require Import Format.
From Fpcheck.generated Require Import Rows.
Import ListNotations.
Local Open Scope R_scope.

Section Sequential.
Context (f : fmt) {G : Good f}.
Fixpoint accumulate (acc : R) (l : list R) := match l with [] => acc | x :: l => accumulate (rne f (acc + x)) l end.

(** Sequential summation of terms in [0, 2^j] never exceeds 2^(p+j), however long. *)
Theorem accumulate_stagnates j l : (emin f <= j)%Z -> (1 < prec f)%Z -> Forall (fun x => 0 <= x <= bpow radix2 j) l ->
  forall acc, 0 <= acc <= bpow radix2 (prec f + j) -> 0 <= accumulate acc l <= bpow radix2 (prec f + j).
Proof.
intros Hj Hp. assert (Hp0 := prec_pos f). induction 1 as [|x l Hx _ IH]; intros acc Ha; simpl; [assumption|].
apply IH. set (B := bpow radix2 (prec f + j)) in *.
assert (J0 := bpow_gt_0 radix2 j). split.
- apply round_ge_generic; auto with typeclass_instances; [apply inF_0|lra].
- apply Rle_trans with (rne f (B + bpow radix2 j)); [apply rne_le; [exact G|lra]|]. right.
  (* the tie at (2^p + 1) 2^j goes to the even neighbour *)
  assert (J : bpow radix2 (j + 1) = 2 * bpow radix2 j) by (rewrite bpow_plus, Rmult_comm; reflexivity).
  assert (L : bpow radix2 j < B) by (apply bpow_lt; lia).
  assert (B0 : 0 < B) by apply bpow_gt_0.
  rewrite (rne_tie f _ (2 ^ (prec f - 1)) (j + 1)).
  + rewrite Z.even_pow by lia. simpl Z.even. cbv iota.
    rewrite (IZR_Zpower radix2), <- bpow_plus by lia. unfold B. f_equal. ring.
  + lia.
  + replace (j + 1 + prec f - 1)%Z with (prec f + j)%Z by ring. fold B.
    replace (j + 1 + prec f)%Z with (prec f + j + 1)%Z by ring. rewrite bpow_plus. fold B. simpl (bpow radix2 1).
    rewrite Rabs_pos_eq by lra. lra.
  + rewrite (IZR_Zpower radix2) by lia. rewrite Rmult_plus_distr_r. unfold B. rewrite <- !bpow_plus.
    f_equal; [f_equal; ring|]. replace (j + - (j + 1))%Z with (-1)%Z by ring. reflexivity.
Qed.
End Sequential.

(** With terms of at most 2^tau a binary32 denominator stays finite for every row length while tau <= 103. *)
Corollary lazy_denominator_finite tau l : (-149 <= tau <= 103)%Z -> Forall (fun x => 0 <= x <= bpow radix2 tau) l ->
  0 <= accumulate f32 0 l <= bpow radix2 127 /\ bpow radix2 127 <= maxfin f32.
Proof.
intros Ht H. split.
- destruct (accumulate_stagnates f32 tau l ltac:(exact (proj1 Ht)) ltac:(reflexivity) H 0) as [A B].
  + split; [lra|apply bpow_ge_0].
  + split; [assumption|]. apply Rle_trans with (1 := B). apply bpow_le. simpl prec. lia.
- unfold maxfin. replace 127%Z with (23 + 104)%Z by ring. rewrite bpow_plus.
  apply Rmult_le_compat_r; [apply bpow_ge_0|]. rewrite <- (IZR_Zpower radix2) by discriminate. apply IZR_le. discriminate.
Qed.
(** A row of ones: the sum is stuck at 2^24, so a longer uniform row has its weight too large. *)
Corollary ones_stagnate l : Forall (fun x => 0 <= x <= 1) l -> 0 <= accumulate f32 0 l <= bpow radix2 24.
Proof.
intros H. apply (accumulate_stagnates f32 0 l); [discriminate|reflexivity|exact H|]. split; [lra|apply bpow_ge_0].
Qed.

(** The largest rescaling threshold: exponentials up to 2^tau fit the format iff tau does not exceed its exponent. *)
Lemma threshold_iff f tau k : (0 < max_sig f)%Z -> bpow radix2 k <= maxfin f -> maxfin f < bpow radix2 (k + 1) ->
  (bpow radix2 tau <= maxfin f <-> (tau <= k)%Z).
Proof.
intros _ A B. split; intros H.
- assert (L := Rle_lt_trans _ _ _ H B). apply lt_bpow in L. lia.
- apply Rle_trans with (2 := A). now apply bpow_le.
Qed.
Theorem lazy_thresholds tau :
  (bpow radix2 tau <= maxfin e4m3fn <-> (tau <= 8)%Z) /\ (bpow radix2 tau <= maxfin e5m2 <-> (tau <= 15)%Z) /\
  (bpow radix2 tau <= maxfin f16 <-> (tau <= 15)%Z) /\ (bpow radix2 tau <= maxfin bf16 <-> (tau <= 127)%Z).
Proof.
repeat split; apply threshold_iff; try reflexivity; unfold maxfin; simpl; lra.
Qed.
