(** GRAD-1, second part: the directional derivative of layer normalisation. *)
From Coq Require Import Reals Lia Lra.
From Coquelicot Require Import Coquelicot.
Local Open Scope R_scope.

(** [ring] on equations that Coquelicot states in its own structures. *)
Ltac rring := intros; match goal with |- @eq _ ?a ?b => change (@eq R a b) end; ring.
Ltac rfield := match goal with |- @eq _ ?a ?b => change (@eq R a b) end; field.

Section Layernorm.
Variable n : nat.            (* indices 0..n *)
Variables x v : nat -> R.
Variable eps : R.
Hypothesis Heps : 0 < eps.
Definition N := INR (S n).
Definition mean (a : nat -> R) := sum_n a n / N.
Definition at_step (t : R) (k : nat) := x k + t * v k.
Definition centred (t : R) (k : nat) := at_step t k - mean (at_step t).
Definition variance (t : R) := mean (fun k => centred t k * centred t k).
Definition rstd (t : R) := / sqrt (variance t + eps).
Definition normalised (t : R) (k : nat) := centred t k * rstd t.

Lemma N_pos : 0 < N.
Proof. apply lt_0_INR. lia. Qed.
Lemma sum_linear (a b : nat -> R) c : sum_n (fun k => a k + c * b k) n = sum_n a n + c * sum_n b n.
Proof.
transitivity (plus (sum_n a n) (sum_n (fun k => mult c (b k)) n)).
- rewrite <- sum_n_plus. reflexivity.
- rewrite (sum_n_mult_l (K:=R_Ring)). reflexivity.
Qed.
Lemma sum_const c : sum_n (fun _ => c) n = N * c.
Proof. rewrite sum_n_const. reflexivity. Qed.
Lemma mean_step t : mean (at_step t) = mean x + t * mean v.
Proof. unfold mean, at_step. rewrite sum_linear. rfield. apply Rgt_not_eq, N_pos. Qed.
Lemma centred_sums_to_zero t : sum_n (centred t) n = 0.
Proof.
transitivity (sum_n (fun k => at_step t k + (-1) * mean (at_step t)) n).
{ apply sum_n_ext. unfold centred. rring. }
rewrite (sum_linear (at_step t) (fun _ => mean (at_step t)) (-1)), sum_const. unfold mean. rfield. apply Rgt_not_eq, N_pos.
Qed.
Lemma is_derive_centred k t : is_derive (fun t => centred t k) t (v k - mean v).
Proof.
apply (is_derive_ext (fun t => x k + t * v k - (mean x + t * mean v))).
- intros s. unfold centred. now rewrite mean_step.
- auto_derive; [easy|ring].
Qed.
Lemma is_derive_variance t : is_derive variance t (2 * mean (fun k => centred t k * v k)).
Proof.
evar_last.
- unfold variance, mean, Rdiv.
  apply (is_derive_ext (fun t => scal (/ N) (sum_n (fun k => centred t k * centred t k) n))).
  { intros s. unfold scal; simpl; unfold mult; simpl. ring. }
  apply (is_derive_scal (fun t => sum_n (fun k => centred t k * centred t k) n) t (/ N)).
  apply (is_derive_sum_n (fun k t => centred t k * centred t k) n t (fun k => 2 * (centred t k * (v k - mean v)))).
  intros k _. evar_last.
  + apply (is_derive_mult (fun t => centred t k) (fun t => centred t k) t); [apply is_derive_centred|apply is_derive_centred|].
    intros a b. apply Rmult_comm.
  + unfold plus, mult; simpl. ring.
- unfold scal; simpl; unfold mult; simpl.
  transitivity (/ N * sum_n (fun k => 2 * (centred t k * v k) + (- 2 * mean v) * centred t k) n).
  { f_equal. apply sum_n_ext. rring. }
  rewrite (sum_linear (fun k => 2 * (centred t k * v k)) (centred t)), centred_sums_to_zero.
  rewrite (sum_n_mult_l (K:=R_Ring) 2 (fun k => centred t k * v k)). unfold mean, mult; simpl. 
  match goal with |- _ * (2 * ?s + _) = 2 * (?s' / _) => change s' with s; generalize s end. intros s.
  rfield. apply Rgt_not_eq, N_pos.
Qed.
Lemma variance_nonneg t : 0 <= variance t.
Proof.
unfold variance, mean. apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat, N_pos].
induction n as [|k IH]; [rewrite sum_O|rewrite sum_Sn; unfold plus; simpl]; nra.
Qed.

Theorem layernorm_jvp i t : is_derive (fun t => normalised t i) t
  (rstd t * (v i - mean v - normalised t i * mean (fun k => normalised t k * v k))).
Proof.
assert (P : 0 < variance t + eps) by (generalize (variance_nonneg t); lra).
assert (S0 : 0 < sqrt (variance t + eps)) by now apply sqrt_lt_R0.
assert (D : is_derive rstd t (- (rstd t * rstd t * rstd t) * mean (fun k => centred t k * v k))).
{ evar_last.
  - unfold rstd. apply (is_derive_comp (fun y => / sqrt (y + eps)) variance t).
    + auto_derive; [split; [exact P|split; [now apply Rgt_not_eq|easy]]|reflexivity].
    + apply is_derive_variance.
  - unfold scal; simpl; unfold mult; simpl. unfold rstd.
    set (q := sqrt (variance t + eps)) in *. field. now apply Rgt_not_eq. }
evar_last.
- apply (is_derive_mult (fun t => centred t i) rstd t); [apply is_derive_centred|exact D|].
  intros a b. apply Rmult_comm.
- unfold plus, mult; simpl. unfold normalised.
  assert (M : mean (fun k => centred t k * rstd t * v k) = rstd t * mean (fun k => centred t k * v k)).
  { unfold mean, Rdiv. rewrite <- Rmult_assoc. f_equal.
    transitivity (sum_n (fun k => mult (rstd t) (centred t k * v k)) n).
    - apply sum_n_ext. unfold mult; simpl. rring.
    - rewrite (sum_n_mult_l (K:=R_Ring)). reflexivity. }
  rewrite M. ring.
Qed.
End Layernorm.
