(** SUM-2: the error of any reduction tree by its height, gamma_n, and the running error. Additions make no underflow
    error, so there is no side condition on sizes. *)
From Coq Require Import ZArith Reals Lia Lra.
From Flocq Require Import Core Plus_error Relative.
From Fpcheck.arith Require Import Format.
From Fpcheck.generated Require Import Rows.
Local Open Scope R_scope.

Inductive tree := Leaf (x : R) | Node (l r : tree).
Fixpoint exact t := match t with Leaf x => x | Node a b => exact a + exact b end.
Fixpoint magnitude t := match t with Leaf x => Rabs x | Node a b => magnitude a + magnitude b end.
Fixpoint height t := match t with Leaf _ => O | Node a b => S (Nat.max (height a) (height b)) end.
(** Left to right over a list of terms: the tree of a sequential loop. *)
Fixpoint sequential t (xs : list R) := match xs with nil => t | cons x xs => sequential (Node t (Leaf x)) xs end.

Section Error.
Context (f : fmt) {G : Good f}.
Fixpoint computed t := match t with Leaf x => x | Node a b => rne f (computed a + computed b) end.
Fixpoint leaves_in t := match t with Leaf x => inF f x | Node a b => leaves_in a /\ leaves_in b end.

Lemma computed_in t : leaves_in t -> inF f (computed t).
Proof. destruct t; simpl; intros H; [assumption|]. apply inF_rne. exact G. Qed.
Lemma exact_le_magnitude t : Rabs (exact t) <= magnitude t.
Proof. induction t; simpl; [lra|]. eapply Rle_trans; [apply Rabs_triang|lra]. Qed.
Lemma magnitude_nonneg t : 0 <= magnitude t.
Proof. induction t; simpl; [apply Rabs_pos|lra]. Qed.
Lemma growth_mono (a b : nat) : (a <= b)%nat -> (1 + u f) ^ a <= (1 + u f) ^ b.
Proof. intros H. apply Rle_pow; [generalize (u_pos f); lra|assumption]. Qed.

Lemma u_ro_is_u : u_ro radix2 (prec f) = u f.
Proof. unfold u_ro, u. rewrite bpow_plus. change (bpow radix2 1) with 2. field. Qed.

(** One addition: relative error u / (1 + u), without exception. *)
Lemma add_error x y : inF f x -> inF f y -> Rabs (rne f (x + y) - (x + y)) <= u f / (1 + u f) * Rabs (x + y).
Proof.
intros Fx Fy.
destruct (FLT_plus_error_N_ex radix2 (emin f) (prec f) (fun z => negb (Z.even z)) x y Fx Fy) as (e & He & E).
rewrite u_ro_is_u in He. unfold rne, fx. rewrite E.
replace ((x + y) * (1 + e) - (x + y)) with (e * (x + y)) by ring.
rewrite Rabs_mult. apply Rmult_le_compat_r; [apply Rabs_pos|exact He].
Qed.
Lemma add_error_u x y : inF f x -> inF f y -> Rabs (rne f (x + y) - (x + y)) <= u f * Rabs (x + y).
Proof.
intros Fx Fy. apply Rle_trans with (1 := add_error x y Fx Fy). apply Rmult_le_compat_r; [apply Rabs_pos|].
generalize (u_pos f); intros. apply Rle_trans with (u f / 1); [|lra].
apply Rmult_le_compat_l; [lra|]. apply Rinv_le; lra.
Qed.

(** SUM-2. *)
Theorem tree_error t : leaves_in t -> Rabs (computed t - exact t) <= ((1 + u f) ^ height t - 1) * magnitude t.
Proof.
induction t as [x|a IHa b IHb]; cbn [computed exact magnitude height leaves_in]; intros H.
- rewrite pow_O. replace (x - x) with 0 by ring. rewrite Rabs_R0. lra.
- destruct H as [La Lb]. specialize (IHa La). specialize (IHb Lb).
  set (k := Nat.max (height a) (height b)).
  assert (Ka := growth_mono (height a) k (Nat.le_max_l _ _)). assert (Kb := growth_mono (height b) k (Nat.le_max_r _ _)).
  assert (Pa := magnitude_nonneg a). assert (Pb := magnitude_nonneg b).
  assert (D : Rabs (computed a + computed b - (exact a + exact b)) <= ((1 + u f) ^ k - 1) * (magnitude a + magnitude b)).
  { replace (computed a + computed b - (exact a + exact b)) with ((computed a - exact a) + (computed b - exact b)) by ring.
    eapply Rle_trans; [apply Rabs_triang|]. rewrite Rmult_plus_distr_l. apply Rplus_le_compat.
    - eapply Rle_trans; [exact IHa|]. apply Rmult_le_compat_r; lra.
    - eapply Rle_trans; [exact IHb|]. apply Rmult_le_compat_r; lra. }
  assert (E := add_error_u (computed a) (computed b) (computed_in a La) (computed_in b Lb)).
  assert (M : Rabs (computed a + computed b) <= (1 + u f) ^ k * (magnitude a + magnitude b)).
  { replace (computed a + computed b) with ((computed a + computed b - (exact a + exact b)) + (exact a + exact b)) by ring.
    eapply Rle_trans; [apply Rabs_triang|].
    assert (X := Rle_trans _ _ _ (Rabs_triang (exact a) (exact b))
      (Rplus_le_compat _ _ _ _ (exact_le_magnitude a) (exact_le_magnitude b))). lra. }
  replace (rne f (computed a + computed b) - (exact a + exact b))
    with ((rne f (computed a + computed b) - (computed a + computed b)) + (computed a + computed b - (exact a + exact b))) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. simpl pow.
  assert (U := u_pos f).
  apply Rle_trans with (u f * ((1 + u f) ^ k * (magnitude a + magnitude b)) + ((1 + u f) ^ k - 1) * (magnitude a + magnitude b)); [|lra].
  apply Rplus_le_compat; [|exact D]. eapply Rle_trans; [exact E|]. apply Rmult_le_compat_l; lra.
Qed.

(** gamma_n = n u / (1 - n u) covers (1 + u)^n - 1. *)
Definition gamma (n : nat) := INR n * u f / (1 - INR n * u f).
Lemma growth_le_inverse n : INR n * u f < 1 -> (1 + u f) ^ n <= / (1 - INR n * u f).
Proof.
assert (U := u_pos f). induction n as [|n IH]; intros H.
- simpl. rewrite Rmult_0_l, Rminus_0_r, Rinv_1. lra.
- rewrite S_INR in H |- *. assert (N := pos_INR n). specialize (IH ltac:(nra)).
  simpl pow. apply Rle_trans with ((1 + u f) * / (1 - INR n * u f)).
  + apply Rmult_le_compat_l; lra.
  + assert (0 < 1 - INR n * u f) by nra.
    apply (Rmult_le_reg_r (1 - INR n * u f)); [assumption|].
    rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    apply (Rmult_le_reg_l (1 - (INR n + 1) * u f)); [lra|].
    rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra. nra.
Qed.
Corollary tree_error_gamma t : leaves_in t -> INR (height t) * u f < 1 ->
  Rabs (computed t - exact t) <= gamma (height t) * magnitude t.
Proof.
intros L H. eapply Rle_trans; [apply tree_error; exact L|]. apply Rmult_le_compat_r; [apply magnitude_nonneg|].
assert (B := growth_le_inverse (height t) H). unfold gamma.
replace (INR (height t) * u f / (1 - INR (height t) * u f)) with (/ (1 - INR (height t) * u f) - 1) by (field; lra). lra.
Qed.

(** A loop over n more terms is a tree n higher: the case of the sequential kernel. *)
Lemma sequential_height xs : forall t, height (sequential t xs) = (height t + length xs)%nat.
Proof.
induction xs as [|x xs IH]; intros t; simpl; [lia|]. rewrite IH. simpl. lia.
Qed.

(** Running error: what was actually rounded, added up while summing, bounds the result a posteriori. *)
Fixpoint running t := match t with
  | Leaf _ => 0
  | Node a b => running a + running b + u f * Rabs (computed t) end.
Lemma add_error_of_result x y : inF f x -> inF f y -> Rabs (rne f (x + y) - (x + y)) <= u f * Rabs (rne f (x + y)).
Proof.
intros Fx Fy. assert (U := u_pos f). assert (H := add_error x y Fx Fy).
set (r := rne f (x + y)) in *. set (s := x + y) in *.
assert (T : Rabs s <= Rabs r + Rabs (r - s)).
{ replace s with (r - (r - s)) at 1 by ring. unfold Rminus at 1. eapply Rle_trans; [apply Rabs_triang|].
  rewrite Rabs_Ropp. lra. }
assert (Q : u f / (1 + u f) * (1 + u f) = u f) by (field; lra).
assert (P : 0 <= u f / (1 + u f)) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]).
assert (A : Rabs (r - s) <= u f / (1 + u f) * (Rabs r + Rabs (r - s))).
{ apply Rle_trans with (1 := H). apply Rmult_le_compat_l; lra. }
apply (Rmult_le_compat_r (1 + u f)) in A; [|lra].
replace (u f / (1 + u f) * (Rabs r + Rabs (r - s)) * (1 + u f)) with (u f / (1 + u f) * (1 + u f) * (Rabs r + Rabs (r - s))) in A by ring.
rewrite Q in A. lra.
Qed.
Theorem running_error t : leaves_in t -> Rabs (computed t - exact t) <= running t.
Proof.
induction t as [x|a IHa b IHb]; intros H.
- simpl. replace (x - x) with 0 by ring. rewrite Rabs_R0. lra.
- cbn [leaves_in] in H. destruct H as [La Lb]. specialize (IHa La). specialize (IHb Lb).
  cbn [running computed exact].
  replace (rne f (computed a + computed b) - (exact a + exact b))
    with ((rne f (computed a + computed b) - (computed a + computed b)) + ((computed a - exact a) + (computed b - exact b))) by ring.
  eapply Rle_trans; [apply Rabs_triang|].
  assert (E := add_error_of_result (computed a) (computed b) (computed_in a La) (computed_in b Lb)).
  assert (T := Rabs_triang (computed a - exact a) (computed b - exact b)). lra.
Qed.
End Error.
