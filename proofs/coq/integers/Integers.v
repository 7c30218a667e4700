(** When does a w-bit integer carry more information than a p-bit float?  INT-1: exactly when the odd part of the
    integer has more than p bits.  INT-2: so 2^p + (w-p) 2^(p-1) of the 2^w integers survive. *)
From Coq Require Import ZArith Reals Lia Lra.
From Flocq Require Import Core.
From Fpcheck.arith Require Import Format.
From Fpcheck.generated Require Import Rows.
Local Open Scope Z_scope.

(** An integer is a float iff it is m 2^e with an integer significand of at most p bits. *)
Theorem representable_shape f {G : Good f} (n : Z) :
  inF f (IZR n) <-> exists m e, n = m * 2 ^ e /\ 0 <= e /\ Z.abs m < 2 ^ prec f.
Proof.
split.
- intros H. apply inF_elim in H as (m & e & H1 & H2 & H3); [|exact G].
  destruct (Z_le_gt_dec 0 e) as [He|He].
  + exists m, e. split; [|tauto].
    apply eq_IZR. rewrite H1, mult_IZR. now rewrite <- (IZR_Zpower radix2) by assumption.
  + exists n, 0. rewrite Z.pow_0_r, Z.mul_1_r. repeat split; [lia|].
    apply Z.le_lt_trans with (2 := H2).
    assert (Hm : m = n * 2 ^ (- e)).
    { apply eq_IZR. rewrite mult_IZR, (IZR_Zpower radix2), H1, Rmult_assoc, <- bpow_plus by lia.
      replace (e + - e) with 0 by lia. simpl. lra. }
    rewrite Hm, Z.abs_mul, (Z.abs_eq (2 ^ (- e))) by (apply Z.pow_nonneg; lia).
    assert (0 < 2 ^ (- e)) by (apply Z.pow_pos_nonneg; lia). nia.
- intros (m & e & -> & H2 & H3). rewrite mult_IZR, (IZR_Zpower radix2) by assumption.
  apply inF_scaled; [exact G|lia|generalize (emin_nonpos f); lia].
Qed.

(** The odd part of a positive integer: all factors of two removed. *)
Fixpoint odd_part (n : positive) : positive :=
  match n with xO q => odd_part q | _ => n end.
Fixpoint trailing_zeros (n : positive) : Z :=
  match n with xO q => trailing_zeros q + 1 | _ => 0 end.

Lemma trailing_zeros_nonneg n : 0 <= trailing_zeros n.
Proof. induction n; simpl; lia. Qed.
Lemma odd_part_spec n : Zpos n = Zpos (odd_part n) * 2 ^ trailing_zeros n.
Proof.
induction n as [n IH|n IH|]; simpl trailing_zeros; simpl odd_part; try (rewrite Z.pow_0_r; lia).
rewrite Z.pow_add_r, Z.mul_assoc, <- IH by (try apply trailing_zeros_nonneg; lia). lia.
Qed.
Lemma odd_part_le n : (odd_part n <= n)%positive.
Proof. induction n; simpl; lia. Qed.
Lemma odd_part_shift (m : positive) (e : nat) : forall n, Zpos n = Zpos m * 2 ^ Z.of_nat e -> odd_part n = odd_part m.
Proof.
induction e as [|e IH]; intros n H.
- change (2 ^ Z.of_nat 0) with 1 in H. rewrite Z.mul_1_r in H. now injection H as ->.
- rewrite Nat2Z.inj_succ, Z.pow_succ_r in H by lia.
  destruct n as [n|n|]; [exfalso; lia| |exfalso; lia].
  simpl. apply IH. lia.
Qed.

(** INT-1. *)
Theorem int_exact_iff_odd_part f {G : Good f} (n : positive) :
  inF f (IZR (Zpos n)) <-> Zpos (odd_part n) < 2 ^ prec f.
Proof.
rewrite representable_shape by assumption. split.
- intros (m & e & H1 & H2 & H3).
  assert (0 < 2 ^ e) by (apply Z.pow_pos_nonneg; lia).
  destruct m as [|m|m]; try lia; try nia.
  rewrite (odd_part_shift m (Z.to_nat e) n) by now rewrite Z2Nat.id.
  generalize (odd_part_le m); lia.
- intros H. exists (Zpos (odd_part n)), (trailing_zeros n). split; [apply odd_part_spec|].
  split; [apply trailing_zeros_nonneg|]. lia.
Qed.

(** The test that [fpcheck::kernels::representable] computes. *)
Definition exactb (p n : Z) : bool :=
  match n with Z0 => true | Zpos q | Zneg q => Zpos (odd_part q) <? 2 ^ p end.
Theorem exactb_correct f {G : Good f} n : exactb (prec f) n = true <-> inF f (IZR n).
Proof.
destruct n as [|n|n]; simpl.
- split; [intros _; apply inF_0|reflexivity].
- rewrite Z.ltb_lt. symmetry. now apply int_exact_iff_odd_part.
- rewrite Z.ltb_lt, <- (int_exact_iff_odd_part f n).
  change (Z.neg n) with (- Z.pos n). rewrite opp_IZR.
  split; intros H; [now apply generic_format_opp|].
  rewrite <- (Ropp_involutive (IZR (Z.pos n))). now apply generic_format_opp.
Qed.
Lemma inF_IZR f {G : Good f} n : exactb (prec f) n = true -> inF f (IZR n).
Proof. apply exactb_correct. exact G. Qed.

(** How many k < n satisfy a test. *)
Fixpoint count (t : Z -> bool) (n : nat) : Z :=
  match n with O => 0 | S m => (if t (Z.of_nat m) then 1 else 0) + count t m end.

Lemma count_all t n : (forall k, 0 <= k < Z.of_nat n -> t k = true) -> count t n = Z.of_nat n.
Proof.
induction n as [|n IH]; intros H; [reflexivity|].
simpl count. rewrite IH, H by (intros; try apply H; lia). lia.
Qed.
Lemma count_ext t s n : (forall k, 0 <= k < Z.of_nat n -> t k = s k) -> count t n = count s n.
Proof.
induction n as [|n IH]; intros H; [reflexivity|].
simpl count. rewrite IH, H by (intros; try apply H; lia). reflexivity.
Qed.
Lemma count_add t a b : count t (a + b) = count t a + count (fun k => t (Z.of_nat a + k)) b.
Proof.
induction b as [|b IH].
- rewrite Nat.add_0_r. simpl. lia.
- rewrite Nat.add_succ_r. simpl count. rewrite IH, Nat2Z.inj_add. lia.
Qed.
Lemma count_none n : count (fun _ => false) n = 0.
Proof. induction n; simpl; lia. Qed.
Lemma count_multiples (d b : nat) : (0 < d)%nat -> count (fun k => k mod Z.of_nat d =? 0) (b * d) = Z.of_nat b.
Proof.
intros Hd. induction b as [|b IH]; [reflexivity|].
replace (S b * d)%nat with (b * d + d)%nat by lia.
rewrite count_add, IH, (count_ext _ (fun k => k mod Z.of_nat d =? 0)).
2:{ intros k _. rewrite Nat2Z.inj_mul, Z.add_comm, Z_mod_plus_full. reflexivity. }
enough (H1 : count (fun k : Z => k mod Z.of_nat d =? 0) d = 1) by lia.
destruct d as [|d]; [lia|]. clear.
rewrite (count_add _ 1 d : count _ (S d) = _). simpl (count _ 1).
rewrite (count_ext _ (fun _ => false)), count_none; [reflexivity|].
intros k Hk. apply Z.eqb_neq. rewrite Z.mod_small by lia. lia.
Qed.

(** Every precision is that of some format with exponents to spare, so [exactb] may be read as a fact on integers. *)
Definition integer_format (p : Z) : fmt := Fmt p 0 1 0.
Lemma good_integer_format p : 0 < p -> Good (integer_format p).
Proof. intros H. red. simpl. apply Z.ltb_lt in H. now rewrite H. Qed.
Lemma exactb_shape p n : 0 < p -> exactb p n = true <-> exists m e, n = m * 2 ^ e /\ 0 <= e /\ Z.abs m < 2 ^ p.
Proof.
intros H. assert (G := good_integer_format p H).
rewrite <- (representable_shape (integer_format p) n), <- (exactb_correct (integer_format p) n). reflexivity.
Qed.

(** Inside the binade [2^w, 2^(w+1)) the p-bit floats are the multiples of 2^(w+1-p). *)
Lemma exactb_binade p w k : 0 < p <= w -> 0 <= k < 2 ^ w -> exactb p (2 ^ w + k) = (k mod 2 ^ (w + 1 - p) =? 0).
Proof.
intros Hp Hk. apply Bool.eq_iff_eq_true. rewrite exactb_shape, Z.eqb_eq by lia.
assert (Hd : 0 < 2 ^ (w + 1 - p)) by (apply Z.pow_pos_nonneg; lia).
assert (Hw : 2 ^ w = 2 ^ (p - 1) * 2 ^ (w + 1 - p)) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
split.
- intros (m & e & H1 & H2 & H3).
  assert (He : w + 1 - p <= e).
  { destruct (Z_le_gt_dec (w + 1 - p) e) as [|L]; [assumption|exfalso].
    assert (2 ^ e <= 2 ^ (w - p)) by (apply Z.pow_le_mono_r; lia).
    assert (2 ^ w = 2 ^ p * 2 ^ (w - p)) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
    assert (0 < 2 ^ e) by (apply Z.pow_pos_nonneg; lia).
    assert (0 <= m) by nia. rewrite Z.abs_eq in H3 by lia. nia. }
  replace k with ((m * 2 ^ (e - (w + 1 - p)) - 2 ^ (p - 1)) * 2 ^ (w + 1 - p)).
  + apply Z_mod_mult.
  + rewrite Z.mul_sub_distr_r, <- Hw, <- Z.mul_assoc, <- Z.pow_add_r by lia.
    replace (e - (w + 1 - p) + (w + 1 - p)) with e by lia. lia.
- intros H. apply Z_div_exact_full_2 in H; [|lia].
  set (q := k / 2 ^ (w + 1 - p)) in *.
  exists (2 ^ (p - 1) + q), (w + 1 - p). split; [|split; [lia|]].
  + rewrite Z.mul_add_distr_r, <- Hw. lia.
  + assert (2 ^ p = 2 * 2 ^ (p - 1)) by (rewrite <- Z.pow_succ_r by lia; f_equal; lia).
    rewrite Z.abs_eq; nia.
Qed.

Lemma to_nat_pow2 w : 0 <= w -> Z.of_nat (Z.to_nat (2 ^ w)) = 2 ^ w.
Proof. intros; apply Z2Nat.id, Z.pow_nonneg; lia. Qed.

(** INT-2. *)
Theorem count_exact p w : 0 < p <= w -> count (exactb p) (Z.to_nat (2 ^ w)) = 2 ^ p + (w - p) * 2 ^ (p - 1).
Proof.
intros [Hp Hw].
replace w with (p + Z.of_nat (Z.to_nat (w - p))) by (rewrite Z2Nat.id; lia).
generalize (Z.to_nat (w - p)); clear w Hw; intros j.
induction j as [|j IH].
- rewrite Z.add_0_r, Z.sub_diag, Z.mul_0_l, Z.add_0_r.
  rewrite count_all; [apply to_nat_pow2; lia|].
  intros k Hk. rewrite to_nat_pow2 in Hk by lia.
  apply exactb_shape; [lia|]. exists k, 0. rewrite Z.pow_0_r. lia.
- set (w := p + Z.of_nat j) in *.
  replace (p + Z.of_nat (S j)) with (w + 1) by lia.
  replace (Z.to_nat (2 ^ (w + 1))) with (Z.to_nat (2 ^ w) + Z.to_nat (2 ^ w))%nat.
  2:{ rewrite <- Z2Nat.inj_add by (apply Z.pow_nonneg; lia). f_equal. rewrite Z.pow_add_r by lia. lia. }
  rewrite count_add, IH, (count_ext _ (fun k => k mod 2 ^ (w + 1 - p) =? 0)).
  2:{ intros k Hk. rewrite to_nat_pow2 in * by lia. apply exactb_binade; lia. }
  replace (Z.to_nat (2 ^ w)) with (Z.to_nat (2 ^ (p - 1)) * Z.to_nat (2 ^ (w + 1 - p)))%nat.
  2:{ rewrite <- Z2Nat.inj_mul, <- Z.pow_add_r by (try apply Z.pow_nonneg; lia). do 2 f_equal. lia. }
  rewrite <- (to_nat_pow2 (w + 1 - p)), Nat2Z.id, count_multiples, to_nat_pow2 by
    (try lia; assert (0 < 2 ^ (w + 1 - p)) by (apply Z.pow_pos_nonneg; lia); lia).
  lia.
Qed.

(** The headline: of the 2^32 values of a uint32, 5/256 are binary32 numbers. *)
Corollary count_u32_in_f32 : 256 * count (exactb (prec f32)) (Z.to_nat (2 ^ 32)) = 5 * 2 ^ 32.
Proof. now rewrite count_exact. Qed.
Corollary count_u32_in_f16_precision : count (exactb (prec f16)) (Z.to_nat (2 ^ 32)) = 23552.
Proof. now rewrite count_exact. Qed.
Corollary count_u64_in_f64 : count (exactb (prec f64)) (Z.to_nat (2 ^ 64)) = 58546795155816448.
Proof. now rewrite count_exact. Qed.
Corollary count_u16_in_bf16 : count (exactb (prec bf16)) (Z.to_nat (2 ^ 16)) = 1280.
Proof. now rewrite count_exact. Qed.
Corollary u32_in_f64_exact n : 0 <= n < 2 ^ 32 -> inF f64 (IZR n).
Proof.
intros Hn. apply representable_shape; [auto with typeclass_instances|].
exists n, 0. rewrite Z.pow_0_r. simpl prec. lia.
Qed.
