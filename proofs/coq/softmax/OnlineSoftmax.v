(** SMX-1: online softmax. States are merged by any tree, at any references, with lazy or eager rescaling: the result is
    softmax; the merge at the larger reference is associative and commutative; the log-sum-exp needs no reference. *)
From Coq Require Import Reals Lra List.
Import ListNotations.
Local Open Scope R_scope.

(** Reference exponent, denominator and numerator, both scaled by exp(-reference). *)
Record state := State { reference : R; denominator : R; numerator : R }.
(** What a state means whatever its reference: the two unscaled sums. *)
Definition meaning (a : state) : R * R :=
  (denominator a * exp (reference a), numerator a * exp (reference a)).
Definition rescale (m : R) (a : state) :=
  State m (denominator a * exp (reference a - m)) (numerator a * exp (reference a - m)).
Definition merge_at (m : R) (a b : state) :=
  State m (denominator (rescale m a) + denominator (rescale m b)) (numerator (rescale m a) + numerator (rescale m b)).
Definition merge (a b : state) := merge_at (Rmax (reference a) (reference b)) a b.
(** One logit x with its value v, at the reference m. *)
Definition leaf (m : R) (xv : R * R) := State m (exp (fst xv - m)) (exp (fst xv - m) * snd xv).

Lemma exp_cancel a b : exp (a - b) * exp b = exp a.
Proof. rewrite <- exp_plus. f_equal. ring. Qed.
Lemma exp_chain a b c : exp (a - b) * exp (b - c) = exp (a - c).
Proof. rewrite <- exp_plus. f_equal. ring. Qed.

(** A stale reference is exact algebra. *)
Theorem rescale_keeps_meaning m a : meaning (rescale m a) = meaning a.
Proof. unfold meaning, rescale; simpl. now rewrite !Rmult_assoc, !exp_cancel. Qed.
Theorem merge_adds_meanings m a b :
  meaning (merge_at m a b) = (fst (meaning a) + fst (meaning b), snd (meaning a) + snd (meaning b)).
Proof.
rewrite <- (rescale_keeps_meaning m a), <- (rescale_keeps_meaning m b). unfold meaning, merge_at; simpl. f_equal; ring.
Qed.
Theorem merge_comm a b : merge a b = merge b a.
Proof. unfold merge, merge_at; simpl. rewrite (Rmax_comm (reference b)). f_equal; ring. Qed.
Theorem merge_assoc a b c : merge a (merge b c) = merge (merge a b) c.
Proof.
unfold merge, merge_at; simpl. rewrite Rmax_assoc.
f_equal; rewrite !Rmult_plus_distr_r, !Rmult_assoc, !exp_chain; ring.
Qed.

(** Schedules: leaves, merges and bare rescalings, each at a reference of its own. *)
Inductive schedule := One (m : R) (xv : R * R) | Merge (m : R) (l r : schedule) | Rescale (m : R) (t : schedule).
Fixpoint run t := match t with
  | One m xv => leaf m xv | Merge m a b => merge_at m (run a) (run b) | Rescale m a => rescale m (run a) end.
Fixpoint inputs t := match t with One _ xv => [xv] | Merge _ a b => inputs a ++ inputs b | Rescale _ a => inputs a end.
Definition sum_of (f : R * R -> R) (l : list (R * R)) := fold_right (fun x acc => f x + acc) 0 l.
Definition softmax_dot (l : list (R * R)) :=
  sum_of (fun xv => exp (fst xv) * snd xv) l / sum_of (fun xv => exp (fst xv)) l.

Lemma sum_of_app f a b : sum_of f (a ++ b) = sum_of f a + sum_of f b.
Proof. induction a as [|x a IH]; simpl; [ring|rewrite IH; ring]. Qed.
Lemma run_meaning t : meaning (run t) =
  (sum_of (fun xv => exp (fst xv)) (inputs t), sum_of (fun xv => exp (fst xv) * snd xv) (inputs t)).
Proof.
induction t as [m xv|m a IHa b IHb|m a IHa]; simpl.
- unfold meaning, leaf; simpl. rewrite !Rplus_0_r. f_equal; [apply exp_cancel|].
  rewrite Rmult_assoc, (Rmult_comm (snd xv)), <- Rmult_assoc, exp_cancel. ring.
- rewrite merge_adds_meanings, IHa, IHb, !sum_of_app. reflexivity.
- now rewrite rescale_keeps_meaning.
Qed.
Lemma exp_sum_nonneg l : 0 <= sum_of (fun xv => exp (fst xv)) l.
Proof. induction l as [|x l IH]; simpl; [lra|generalize (exp_pos (fst x)); lra]. Qed.
Lemma exp_sum_pos t : 0 < sum_of (fun xv => exp (fst xv)) (inputs t).
Proof.
assert (Q : inputs t <> []).
{ induction t; simpl; try discriminate; auto. intros E. apply app_eq_nil in E. tauto. }
destruct (inputs t) as [|x l]; [easy|]. simpl. generalize (exp_pos (fst x)) (exp_sum_nonneg l); lra.
Qed.

(** SMX-1. *)
Theorem any_schedule_is_softmax t : numerator (run t) / denominator (run t) = softmax_dot (inputs t).
Proof.
unfold softmax_dot. generalize (run_meaning t) (exp_sum_pos t). unfold meaning. intros [=E1 E2] P.
rewrite <- E1, <- E2. assert (N : exp (reference (run t)) <> 0) by (apply Rgt_not_eq, exp_pos).
destruct (Req_dec (denominator (run t)) 0) as [Z|NZ].
- rewrite <- E1, Z in P. lra.
- field. now split.
Qed.
(** The log-sum-exp of a run is that of its inputs, whatever the references were. *)
Theorem any_schedule_is_logsumexp t :
  reference (run t) + ln (denominator (run t)) = ln (sum_of (fun xv => exp (fst xv)) (inputs t)).
Proof.
generalize (run_meaning t) (exp_sum_pos t). unfold meaning. intros [=E1 _] P. rewrite <- E1.
assert (N := exp_pos (reference (run t))).
assert (0 < denominator (run t)) by (rewrite <- E1 in P; nra).
rewrite ln_mult, ln_exp by assumption. ring.
Qed.

(** At the true maximum the denominator of n terms lies in [1, n]: no overflow, no division by zero. *)
Theorem denominator_range m (l : list R) : In m l -> Forall (fun x => x <= m) l ->
  1 <= fold_right (fun x acc => exp (x - m) + acc) 0 l <= INR (length l).
Proof.
intros Hm H.
assert (B : 0 <= fold_right (fun x acc => exp (x - m) + acc) 0 l <= INR (length l)).
{ clear Hm. induction H as [|x l Hx _ IH]; [simpl; lra|]. cbn [fold_right length]. rewrite S_INR.
  assert (0 < exp (x - m) <= 1).
  { split; [apply exp_pos|]. rewrite <- exp_0. destruct (Req_dec x m) as [->|]; [right; f_equal; ring|].
    left. apply exp_increasing. lra. }
  lra. }
split; [|tauto]. clear B. induction H as [|x l Hx Hl IH]; [destruct Hm|]. cbn [fold_right].
assert (T : 0 <= fold_right (fun x acc => exp (x - m) + acc) 0 l).
{ clear. induction l as [|y l IH]; simpl; [lra|generalize (exp_pos (y - m)); lra]. }
destruct Hm as [->|Hm].
- replace (m - m) with 0 by ring. rewrite exp_0. lra.
- specialize (IH Hm). generalize (exp_pos (x - m)). lra.
Qed.
