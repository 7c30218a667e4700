(** GRAD-1, first part: directional derivatives of softmax, log-sum-exp and cross-entropy. *)
From Coq Require Import Reals Lia Lra.
From Coquelicot Require Import Coquelicot.
Local Open Scope R_scope.

Section Softmax.
Variable n : nat.            (* indices 0..n *)
Variables x v : nat -> R.
(** The point reached after a step of length t along v. *)
Definition point (t : R) (k : nat) := x k + t * v k.
Definition partition (t : R) := sum_n (fun k => exp (point t k)) n.
Definition softmax (t : R) (i : nat) := exp (point t i) / partition t.
(** The mean of v under the softmax weights. *)
Definition mean_v (t : R) := sum_n (fun k => softmax t k * v k) n.

Lemma partition_pos t : 0 < partition t.
Proof.
unfold partition. induction n as [|k IH].
- rewrite sum_O. apply exp_pos.
- rewrite sum_Sn. unfold plus; simpl. generalize (exp_pos (point t (S k))); lra.
Qed.
Lemma is_derive_exp_point i t : is_derive (fun t => exp (point t i)) t (exp (point t i) * v i).
Proof. unfold point. auto_derive; [easy|ring]. Qed.
Lemma is_derive_partition t : is_derive partition t (sum_n (fun k => exp (point t k) * v k) n).
Proof.
unfold partition. apply (is_derive_sum_n (fun k t => exp (point t k)) n t (fun k => exp (point t k) * v k)).
intros k _. apply is_derive_exp_point.
Qed.
Lemma mean_v_quotient t : mean_v t = sum_n (fun k => exp (point t k) * v k) n / partition t.
Proof.
unfold mean_v. transitivity (mult (sum_n (fun k => exp (point t k) * v k) n) (/ partition t)); [|reflexivity].
rewrite <- (sum_n_mult_r (K:=R_Ring)).
apply sum_n_ext; intros k. unfold softmax, mult; simpl. field. apply Rgt_not_eq, partition_pos.
Qed.

Theorem softmax_jvp i t : is_derive (fun t => softmax t i) t (softmax t i * (v i - mean_v t)).
Proof.
rewrite mean_v_quotient. assert (H := Rgt_not_eq _ _ (partition_pos t)). evar_last.
- apply (is_derive_div (fun t => exp (point t i)) partition t); [apply is_derive_exp_point|apply is_derive_partition|exact H].
- unfold softmax; simpl. field. exact H.
Qed.
Theorem logsumexp_jvp t : is_derive (fun t => ln (partition t)) t (mean_v t).
Proof.
rewrite mean_v_quotient. evar_last.
- apply (is_derive_comp ln partition t).
  + apply is_derive_Reals. apply derivable_pt_lim_ln. apply partition_pos.
  + apply is_derive_partition.
- unfold scal; simpl; unfold mult; simpl. unfold Rdiv. ring.
Qed.
(** Cross-entropy with target y: the gradient is softmax minus the one-hot of y. *)
Theorem cross_entropy_jvp y t : is_derive (fun t => ln (partition t) - point t y) t (mean_v t - v y).
Proof.
apply (is_derive_minus (fun t => ln (partition t)) (fun t => point t y)); [apply logsumexp_jvp|].
unfold point. auto_derive; [easy|ring].
Qed.
(** The gradient of cross-entropy sums to zero over the classes. *)
Theorem softmax_sums_to_one t : sum_n (fun k => softmax t k) n = 1.
Proof.
transitivity (mult (partition t) (/ partition t)).
- unfold partition at 1. rewrite <- (sum_n_mult_r (K:=R_Ring)). apply sum_n_ext; intros k. reflexivity.
- unfold mult; simpl. field. apply Rgt_not_eq, partition_pos.
Qed.
End Softmax.

(** GRAD-1 in one statement. *)
Theorem softmax_family_jvps n x v i y t :
  is_derive (fun t => softmax n x v t i) t (softmax n x v t i * (v i - mean_v n x v t)) /\
  is_derive (fun t => ln (partition n x v t)) t (mean_v n x v t) /\
  is_derive (fun t => ln (partition n x v t) - point x v t y) t (mean_v n x v t - v y).
Proof. split; [|split]; [apply softmax_jvp|apply logsumexp_jvp|apply cross_entropy_jvp]. Qed.
