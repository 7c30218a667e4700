(** GRID-1: the fixed-point grid of step 2^-w against the float grid: where each of the two is finer. *)
From Coq Require Import ZArith Reals Lia Lra.
From Flocq Require Import Core.
From Fpcheck.arith Require Import Format.
From Fpcheck.generated Require Import Rows.
Local Open Scope Z_scope.

Section Grid.
Context (f : fmt) {G : Good f} (w : Z).
Hypothesis Hw : emin f < - w.   (* the subnormal spacing is finer than the fixed grid *)
Notation ulp_f := (ulp radix2 (fx f)).

Lemma ulp_positive x : (0 < x)%R -> ulp_f x = bpow radix2 (Z.max (mag radix2 x - prec f) (emin f)).
Proof. intros Hx. rewrite ulp_neq_0 by lra. reflexivity. Qed.
Lemma ulp_zero : ulp_f 0 = bpow radix2 (emin f).
Proof. apply ulp_FLT_0. exact (good_prec f). Qed.

(** The integers are strictly finer exactly from 2^(p-w) on. *)
Theorem fixed_finer_iff x : (0 <= x)%R -> (bpow radix2 (- w) < ulp_f x)%R <-> (bpow radix2 (prec f - w) <= x)%R.
Proof.
intros Hx. destruct (Req_dec x 0) as [->|Nz].
- rewrite ulp_zero. split; intros H.
  + apply lt_bpow in H. lia.
  + generalize (bpow_gt_0 radix2 (prec f - w)); lra.
- assert (0 < x)%R by lra. rewrite ulp_positive by assumption. split; intros H1.
  + apply lt_bpow in H1. destruct (mag radix2 x) as [e He]; simpl in *. specialize (He Nz).
    rewrite Rabs_pos_eq in He by assumption.
    apply Rle_trans with (2 := proj1 He). apply bpow_le. lia.
  + apply bpow_lt. assert (prec f - w + 1 <= mag radix2 x).
    { apply mag_ge_bpow. rewrite Rabs_pos_eq by assumption. now replace (prec f - w + 1 - 1) with (prec f - w) by ring. }
    lia.
Qed.

(** The floats are strictly finer exactly below 2^(p-w-1). *)
Theorem fixed_coarser_iff x : (0 <= x)%R -> (ulp_f x < bpow radix2 (- w))%R <-> (x < bpow radix2 (prec f - w - 1))%R.
Proof.
intros Hx. destruct (Req_dec x 0) as [->|Nz].
- rewrite ulp_zero. split; intros H; [apply bpow_gt_0|apply bpow_lt; lia].
- assert (0 < x)%R by lra. rewrite ulp_positive by assumption. split; intros H1.
  + apply lt_bpow in H1. apply Rnot_le_lt. intros H2.
    assert (prec f - w <= mag radix2 x) by (apply mag_ge_bpow; now rewrite Rabs_pos_eq by assumption).
    lia.
  + apply bpow_lt. assert (mag radix2 x <= prec f - w - 1).
    { apply mag_le_bpow; [assumption|]. now rewrite Rabs_pos_eq by assumption. }
    lia.
Qed.

(** They agree in the one binade between. *)
Theorem fixed_equal_iff x : (0 <= x)%R ->
  ulp_f x = bpow radix2 (- w) <-> (bpow radix2 (prec f - w - 1) <= x < bpow radix2 (prec f - w))%R.
Proof.
intros Hx. generalize (fixed_finer_iff x Hx) (fixed_coarser_iff x Hx).
intros [A B] [C D]. split.
- intros E. split; apply Rnot_lt_le || apply Rnot_le_lt; intros K.
  + specialize (D K). lra.
  + specialize (B K). lra.
- intros [E K]. destruct (Rtotal_order (ulp_f x) (bpow radix2 (- w))) as [H|[H|H]].
  + specialize (C H). lra.
  + assumption.
  + specialize (A H). lra.
Qed.
End Grid.

(** GRID-1 in one statement. *)
Theorem fixed_against_float f {G : Good f} w x : emin f < - w -> (0 <= x)%R ->
  ((bpow radix2 (- w) < ulp radix2 (fx f) x)%R <-> (bpow radix2 (prec f - w) <= x)%R) /\
  (ulp radix2 (fx f) x = bpow radix2 (- w) <-> (bpow radix2 (prec f - w - 1) <= x < bpow radix2 (prec f - w))%R) /\
  ((ulp radix2 (fx f) x < bpow radix2 (- w))%R <-> (x < bpow radix2 (prec f - w - 1))%R).
Proof. intros. split; [|split]; [apply fixed_finer_iff|apply fixed_equal_iff|apply fixed_coarser_iff]; auto. Qed.

(** A uint32 read as a fraction beats binary32 on [1/256, 1), which is 255/256 of the unit interval. *)
Corollary u32_against_f32 x : (0 <= x)%R -> (bpow radix2 (-32) < ulp radix2 (fx f32) x)%R <-> (/ 256 <= x)%R.
Proof. intros Hx. apply (fixed_finer_iff f32 32 ltac:(reflexivity) x Hx). Qed.
Corollary u16_against_bf16 x : (0 <= x)%R -> (bpow radix2 (-16) < ulp radix2 (fx bf16) x)%R <-> (/ 256 <= x)%R.
Proof. intros Hx. apply (fixed_finer_iff bf16 16 ltac:(reflexivity) x Hx). Qed.
Corollary u16_against_f16 x : (0 <= x)%R -> (bpow radix2 (-16) < ulp radix2 (fx f16) x)%R <-> (/ 32 <= x)%R.
Proof. intros Hx. apply (fixed_finer_iff f16 16 ltac:(reflexivity) x Hx). Qed.
Corollary u64_against_f64 x : (0 <= x)%R -> (bpow radix2 (-64) < ulp radix2 (fx f64) x)%R <-> (/ 2048 <= x)%R.
Proof. intros Hx. apply (fixed_finer_iff f64 64 ltac:(reflexivity) x Hx). Qed.
