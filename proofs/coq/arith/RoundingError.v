(** The error of one rounding to nearest, in the two forms that the tolerance rules use. *)
From Coq Require Import ZArith Reals Lia Lra.
From Flocq Require Import Core.
From Fpcheck.arith Require Import Format.
Local Open Scope R_scope.

(** The least subnormal. *)
Definition eta (f : fmt) : R := bpow radix2 (emin f).

Section Error.
Context (f : fmt) {G : Good f}.
Lemma eta_pos : 0 < eta f.
Proof. apply bpow_gt_0. Qed.

Theorem rne_error x : Rabs (rne f x - x) <= Rmax (u f * Rabs x) (/ 2 * eta f).
Proof.
assert (Hp := prec_pos f). apply Rle_trans with (1 := error_le_half_ulp radix2 (fx f) _ x).
destruct (Req_dec x 0) as [->|Nz].
- unfold fx. rewrite ulp_FLT_0 by exact (good_prec f). apply Rmax_r.
- rewrite ulp_neq_0 by assumption. unfold cexp, fx, FLT_exp.
  destruct (Z.max_spec (mag radix2 x - prec f) (emin f)) as [[_ ->]|[_ ->]]; [apply Rmax_r|].
  eapply Rle_trans; [|apply Rmax_l].
  destruct (mag radix2 x) as [e He]; simpl mag_val. specialize (He Nz).
  replace (/ 2 * bpow radix2 (e - prec f)) with (u f * bpow radix2 (e - 1)).
  2:{ unfold u. rewrite <- bpow_plus. replace (- prec f + (e - 1))%Z with (-1 + (e - prec f))%Z by ring.
      rewrite bpow_plus. reflexivity. }
  apply Rmult_le_compat_l; [left; apply u_pos|tauto].
Qed.
Corollary rne_error_sum x : Rabs (rne f x - x) <= u f * Rabs x + / 2 * eta f.
Proof.
assert (U := u_pos f). assert (E := eta_pos). assert (A := Rabs_pos x).
apply Rle_trans with (1 := rne_error x). apply Rmax_lub; nra.
Qed.
Corollary rne_error_normal x : bpow radix2 (emin f + prec f - 1) <= Rabs x -> Rabs (rne f x - x) <= u f * Rabs x.
Proof.
intros H. apply Rle_trans with (1 := rne_error x). apply Rmax_lub; [lra|].
apply Rle_trans with (u f * bpow radix2 (emin f + prec f - 1)).
- unfold u, eta. rewrite <- bpow_plus. replace (- prec f + (emin f + prec f - 1))%Z with (emin f + -1)%Z by ring.
  rewrite bpow_plus. simpl (bpow radix2 (-1)). lra.
- apply Rmult_le_compat_l; [left; apply u_pos|exact H].
Qed.
End Error.
