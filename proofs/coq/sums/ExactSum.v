(** SUM-1: terms on a common grid add up without any rounding, in any order and by any tree, while the sum of their
    magnitudes stays within 2^p grid units. *)
From Coq Require Import ZArith Reals Lia Lra.
From Flocq Require Import Core.
From Fpcheck.arith Require Import Format.
From Fpcheck.generated Require Import Rows.
Local Open Scope Z_scope.

(** A summation tree; a leaf n stands for n grid units. *)
Inductive int_tree := IntLeaf (n : Z) | IntNode (l r : int_tree).
Fixpoint total t := match t with IntLeaf n => n | IntNode a b => total a + total b end.
Fixpoint total_abs t := match t with IntLeaf n => Z.abs n | IntNode a b => total_abs a + total_abs b end.
Fixpoint leaves t := match t with IntLeaf _ => 1 | IntNode a b => leaves a + leaves b end.
Fixpoint bounded_by M t := match t with IntLeaf n => Z.abs n <= M | IntNode a b => bounded_by M a /\ bounded_by M b end.

Section Exact.
Context (f : fmt) {G : Good f} (e : Z).
Hypothesis He : emin f <= e.
(** The sum as the machine computes it: every addition rounded. *)
Fixpoint rounded_sum t : R :=
  match t with IntLeaf n => (IZR n * bpow radix2 e)%R | IntNode a b => rne f (rounded_sum a + rounded_sum b) end.

Lemma total_abs_nonneg t : 0 <= total_abs t.
Proof. induction t; simpl; lia. Qed.
Lemma total_le t : Z.abs (total t) <= total_abs t.
Proof. induction t; simpl; lia. Qed.

Theorem sum_exact t : total_abs t <= 2 ^ prec f -> rounded_sum t = (IZR (total t) * bpow radix2 e)%R.
Proof.
induction t as [n|a IHa b IHb]; simpl; intros H; [reflexivity|].
generalize (total_abs_nonneg a) (total_abs_nonneg b) (total_le a) (total_le b); intros.
rewrite IHa, IHb by lia. rewrite <- Rmult_plus_distr_r, <- plus_IZR.
apply rne_id; [exact G|]. apply inF_scaled; [exact G|lia|exact He].
Qed.
(** Two orders over the same terms agree bit for bit. *)
Corollary sum_order_free t s : total_abs t <= 2 ^ prec f -> total_abs s <= 2 ^ prec f -> total t = total s ->
  rounded_sum t = rounded_sum s.
Proof. intros A B C. rewrite !sum_exact by assumption. now rewrite C. Qed.

Lemma total_abs_bounded M t : bounded_by M t -> total_abs t <= leaves t * M.
Proof.
induction t as [n|a IHa b IHb]; cbn [bounded_by total_abs leaves]; intros H; [lia|].
destruct H as [A B]; specialize (IHa A); specialize (IHb B). rewrite Z.mul_add_distr_r. lia.
Qed.
(** K terms of at most M grid units each are safe while K M <= 2^p. *)
Theorem sum_exact_count M t : bounded_by M t -> leaves t * M <= 2 ^ prec f ->
  rounded_sum t = (IZR (total t) * bpow radix2 e)%R.
Proof. intros A B. apply sum_exact. generalize (total_abs_bounded M t A). lia. Qed.
End Exact.

(** The limit is sharp: one unit more and some sum is rounded. *)
Theorem sum_exact_sharp f {G : Good f} e : emin f <= e -> 1 < prec f ->
  let t := IntNode (IntLeaf (2 ^ prec f)) (IntLeaf 1) in
  total_abs t = 2 ^ prec f + 1 /\ rounded_sum f e t <> (IZR (total t) * bpow radix2 e)%R.
Proof.
intros He Hp t. split.
- simpl. rewrite Z.abs_eq by (apply Z.pow_nonneg; lia). reflexivity.
- intros E. assert (F : inF f (IZR (total t) * bpow radix2 e)) by (rewrite <- E; simpl; apply inF_rne; exact G).
  simpl total in F. set (n := 2 ^ prec f + 1) in F.
  apply inF_elim in F as (m & k & H & Hm & Hk); [|exact G].
  assert (P : 0 < 2 ^ prec f) by (apply Z.pow_pos_nonneg; lia).
  assert (O : Z.odd n = true).
  { unfold n. rewrite Z.odd_add, <- Z.negb_even, Z.even_pow by lia. reflexivity. }
  destruct (Z_le_gt_dec k e) as [L|L].
  + (* m = n 2^(e-k) is too large *)
    assert (X : IZR m = IZR (n * 2 ^ (e - k))).
    { rewrite mult_IZR, (IZR_Zpower radix2) by lia. apply (Rmult_eq_reg_r (bpow radix2 k)); [|apply Rgt_not_eq, bpow_gt_0].
      rewrite Rmult_assoc, <- bpow_plus. replace (e - k + k) with e by ring. now rewrite <- H. }
    apply eq_IZR in X. assert (0 < 2 ^ (e - k)) by (apply Z.pow_pos_nonneg; lia). unfold n in *. nia.
  + (* n = m 2^(k-e) would be even *)
    assert (X : IZR n = IZR (m * 2 ^ (k - e))).
    { rewrite mult_IZR, (IZR_Zpower radix2) by lia. apply (Rmult_eq_reg_r (bpow radix2 e)); [|apply Rgt_not_eq, bpow_gt_0].
      rewrite Rmult_assoc, <- bpow_plus. replace (k - e + e) with k by ring. exact H. }
    apply eq_IZR in X. rewrite X, Z.odd_mul, <- (Z.negb_even (2 ^ (k - e))), Z.even_pow in O by lia.
    simpl in O. now rewrite Bool.andb_false_r in O.
Qed.

(** How long a dot product of narrow numbers may be for a binary32 accumulator to be exact in any order: the square of
    the largest magnitude in units of the product grid, and the K it allows. *)
Definition dot_limit (narrow wide : fmt) : Z :=
  2 ^ prec wide / (max_sig narrow * 2 ^ (max_exp narrow - emin narrow)) ^ 2.
Theorem dot_exact narrow wide {Gw : Good wide} t :
  let M := (max_sig narrow * 2 ^ (max_exp narrow - emin narrow)) ^ 2 in
  0 < M -> emin wide <= 2 * emin narrow -> bounded_by M t -> leaves t <= dot_limit narrow wide ->
  rounded_sum wide (2 * emin narrow) t = (IZR (total t) * bpow radix2 (2 * emin narrow))%R.
Proof.
intros M HM He Hb Hk. apply (sum_exact_count wide (2 * emin narrow) He M); [exact Hb|].
unfold dot_limit in Hk. fold M in Hk.
assert (2 ^ prec wide / M * M <= 2 ^ prec wide) by (rewrite Z.mul_comm; apply Z.mul_div_le; exact HM). nia.
Qed.
Corollary dot_limits :
  dot_limit e2m1fn f32 = 116508 /\ dot_limit e2m3fn f32 = 4660 /\ dot_limit e3m2fn f32 = 83 /\
  dot_limit e4m3fn f32 = 0 /\ dot_limit e5m2 f32 = 0.
Proof. repeat split; vm_compute; reflexivity. Qed.
(** int8 products: 1024 in binary32, 131071 in int32. *)
Corollary dot_s8_in_f32 t : bounded_by 16384 t -> leaves t <= 1024 -> rounded_sum f32 0 t = (IZR (total t) * bpow radix2 0)%R.
Proof. intros B K. apply (sum_exact_count f32 0 ltac:(discriminate) 16384); [assumption|simpl prec; lia]. Qed.
Corollary dot_s8_in_s32 t : bounded_by 16384 t -> leaves t <= 131071 -> Z.abs (total t) < 2 ^ 31.
Proof. intros B K. generalize (total_abs_bounded _ _ B) (total_le t). lia. Qed.
