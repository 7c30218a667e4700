(** SCALE-1: scaling by a power of two is exact and commutes with rounding (MX); the two levels of scales of NVFP4 cost
    what e2m1 alone costs; stochastic rounding is unbiased on the grid that its random bits resolve. *)
From Coq Require Import ZArith Reals Lia Lra.
From Flocq Require Import Core Mult_error.
From Fpcheck.arith Require Import Format RoundingError.
From Fpcheck.generated Require Import Rows.
From Fpcheck.integers Require Import Integers Unit.
Local Open Scope R_scope.

(** Multiplying by 2^k is exact unless bits fall below the least subnormal. *)
Theorem scale_exact f {G : Good f} x (k : Z) : inF f x -> (x <> 0%R -> emin f + prec f - mag radix2 x <= k)%Z ->
  inF f (x * bpow radix2 k).
Proof.
intros Fx H. destruct (Req_dec x 0) as [->|Nz]; [rewrite Rmult_0_l; apply inF_0|].
apply mult_bpow_exact_FLT; [exact Fx|exact (H Nz)].
Qed.

(** An element of a block times its scale 2^s is exact in any format with the precision and the range for it. *)
Theorem mx_dequantise_exact e f {Ge : Good e} {Gf : Good f} q s :
  inF e q -> (prec e <= prec f)%Z -> (emin f <= emin e + s)%Z -> inF f (q * bpow radix2 s).
Proof.
intros Fq Hp He. apply inF_elim in Fq as (m & k & -> & Hm & Hk); [|exact Ge].
rewrite Rmult_assoc, <- bpow_plus. apply inF_scaled; [exact Gf| |lia].
assert (2 ^ prec e <= 2 ^ prec f)%Z by (apply Z.pow_le_mono_r; lia). lia.
Qed.
(** Every MX element at every scale from 2^-127 up is exact in binary32 for the 4 and 6 bit elements, and from the
    scale where the least subnormal still fits for the 8 bit ones. *)
Corollary mx_dequantise_in_f32 s q : (-127 <= s)%Z ->
  (inF e2m1fn q -> inF f32 (q * bpow radix2 s)) /\ (inF e2m3fn q -> inF f32 (q * bpow radix2 s)) /\
  (inF e3m2fn q -> inF f32 (q * bpow radix2 s)) /\ (inF e4m3fn q -> inF f32 (q * bpow radix2 s)) /\
  (inF e5m2 q -> inF f32 (q * bpow radix2 s)).
Proof.
intros Hs. assert (A : forall e : Z, (-16 <= e)%Z -> (-149 <= e + s)%Z) by (intros; lia).
repeat split; intros Fq; apply (mx_dequantise_exact _ f32 q s Fq); (discriminate || (apply A; discriminate)).
Qed.

(** The error of an element that is not clipped: half an ulp of the element format, scaled. *)
Theorem mx_error e {Ge : Good e} v s :
  Rabs (rne e (v * bpow radix2 (- s)) * bpow radix2 s - v) <= Rmax (u e * Rabs v) (/ 2 * eta e * bpow radix2 s).
Proof.
assert (B := bpow_gt_0 radix2 s).
assert (I : bpow radix2 (- s) * bpow radix2 s = 1) by (rewrite <- bpow_plus, Z.add_opp_diag_l; reflexivity).
set (y := v * bpow radix2 (- s)). assert (V : v = y * bpow radix2 s) by (unfold y; rewrite Rmult_assoc, I; ring).
rewrite V at 1 2. replace (rne e y * bpow radix2 s - y * bpow radix2 s) with ((rne e y - y) * bpow radix2 s) by ring.
rewrite !Rabs_mult, (Rabs_pos_eq (bpow radix2 s)) by lra.
replace (Rmax (u e * (Rabs y * bpow radix2 s)) (/ 2 * eta e * bpow radix2 s))
  with (Rmax (u e * Rabs y) (/ 2 * eta e) * bpow radix2 s).
- apply Rmult_le_compat_r; [lra|]. apply rne_error. exact Ge.
- transitivity (bpow radix2 s * Rmax (u e * Rabs y) (/ 2 * eta e)); [apply Rmult_comm|].
  rewrite <- RmaxRmult by lra. f_equal; ring.
Qed.

(** NVFP4: the block scale is amax / (6 s_t) rounded to e4m3. In its normal range nothing of the block is clipped and
    each element is off by at most a quarter of itself, or a quarter of the scale near zero. *)
Theorem nvfp4_error s_t amax x : 0 < s_t -> bpow radix2 (-6) <= amax / (6 * s_t) -> Rabs x <= amax ->
  let s_b := rne e4m3fn (amax / (6 * s_t)) in let s := s_b * s_t in let q := rne e2m1fn (x / s) in
  Rabs q <= 6 /\ Rabs (q * s - x) <= Rmax (/ 4 * Rabs x) (/ 4 * s).
Proof.
intros Ht Hn Hx s_b s q. set (c := amax / (6 * s_t)) in *.
assert (C0 : 0 < c) by (apply Rlt_le_trans with (2 := Hn); apply bpow_gt_0).
assert (E := rne_error_normal e4m3fn c). rewrite (Rabs_pos_eq c) in E by lra.
specialize (E Hn). fold s_b in E. change (u e4m3fn) with (/ 16) in E. apply Rabs_le_inv in E.
assert (Sb : 0 < s_b) by lra. assert (S0 : 0 < s) by (apply Rmult_lt_0_compat; assumption).
assert (A : amax = 6 * (c * s_t)) by (unfold c; field; lra).
assert (B : c * s_t <= 16 / 15 * s).
{ unfold s. replace (16 / 15 * (s_b * s_t)) with (16 / 15 * s_b * s_t) by ring. apply Rmult_le_compat_r; lra. }
assert (Y : Rabs (x / s) <= 32 / 5).
{ unfold Rdiv. rewrite Rabs_mult, (Rabs_pos_eq (/ s)) by (left; now apply Rinv_0_lt_compat).
  apply (Rmult_le_reg_r s); [exact S0|]. rewrite Rmult_assoc, Rinv_l by lra. lra. }
split.
- assert (R7 : rne e2m1fn (32 / 5) = 6).
  { rewrite (rne_in_binade e2m1fn _ 3 1); [simpl; lra|discriminate| |].
    - rewrite Rabs_pos_eq by lra. simpl. lra.
    - rewrite Rabs_pos_eq; simpl; lra. }
  apply Rabs_le_inv in Y. apply Rabs_le. split.
  + rewrite <- R7, <- rne_opp. apply rne_le; [auto with typeclass_instances|tauto].
  + rewrite <- R7. apply rne_le; [auto with typeclass_instances|tauto].
- replace (q * s - x) with ((q - x / s) * s) by (field; lra).
  rewrite Rabs_mult, (Rabs_pos_eq s) by lra.
  assert (Q := rne_error e2m1fn (x / s)). fold q in Q.
  replace (Rmax (/ 4 * Rabs x) (/ 4 * s)) with (Rmax (u e2m1fn * Rabs (x / s)) (/ 2 * eta e2m1fn) * s).
  + apply Rmult_le_compat_r; lra.
  + change (u e2m1fn) with (/ 4). change (eta e2m1fn) with (/ 2).
    transitivity (s * Rmax (/ 4 * Rabs (x / s)) (/ 2 * / 2)); [apply Rmult_comm|].
    rewrite <- RmaxRmult by lra. f_equal; [|field].
    unfold Rdiv. rewrite Rabs_mult, (Rabs_pos_eq (/ s)) by (left; now apply Rinv_0_lt_compat). field. lra.
Qed.

(** Stochastic rounding with N random bits adds them to the discarded part m (in units of 2^-N ulp) and carries. *)
Definition stochastic_up (bits m r : Z) : bool := (2 ^ bits <=? m + r)%Z.
Theorem stochastic_count bits m : (0 <= bits)%Z -> (0 <= m <= 2 ^ bits)%Z ->
  count (stochastic_up bits m) (Z.to_nat (2 ^ bits)) = m.
Proof.
intros Hb Hm. assert (P : (0 < 2 ^ bits)%Z) by (apply Z.pow_pos_nonneg; lia).
replace (Z.to_nat (2 ^ bits)) with (Z.to_nat (2 ^ bits - m) + Z.to_nat m)%nat.
2:{ rewrite <- Z2Nat.inj_add by lia. f_equal. lia. }
rewrite count_add, (count_ext _ (fun _ => false) (Z.to_nat (2 ^ bits - m))), count_none, count_all.
- rewrite Z2Nat.id by lia. reflexivity.
- intros k Hk. rewrite !Z2Nat.id in * by lia. apply Z.leb_le. lia.
- intros k Hk. rewrite Z2Nat.id in Hk by lia. apply Z.leb_gt. lia.
Qed.
(** The sum of the results over all random words: 2^N times the value, if the discarded part has N bits; otherwise the
    mean is below by less than 2^-N ulp. *)
Fixpoint sum_over (g : Z -> R) (n : nat) : R := match n with O => 0 | S k => g (Z.of_nat k) + sum_over g k end.
Lemma sum_over_test (t : Z -> bool) (low step : R) (n : nat) :
  sum_over (fun r => if t r then low + step else low) n = INR n * low + IZR (count t n) * step.
Proof.
induction n as [|n IH]; [simpl; ring|]. cbn [sum_over count]. rewrite IH, S_INR, plus_IZR. destruct (t (Z.of_nat n)); ring.
Qed.
Theorem stochastic_unbiased (bits : Z) (low ulp_x nu : R) : (0 <= bits)%Z -> 0 <= nu <= 1 ->
  let m := Zfloor (nu * bpow radix2 bits) in
  let mean := sum_over (fun r => if stochastic_up bits m r then low + ulp_x else low) (Z.to_nat (2 ^ bits)) / bpow radix2 bits in
  mean = low + IZR m * bpow radix2 (- bits) * ulp_x /\
  (IZR m = nu * bpow radix2 bits -> mean = low + nu * ulp_x) /\
  (0 <= ulp_x -> 0 <= low + nu * ulp_x - mean <= bpow radix2 (- bits) * ulp_x).
Proof.
intros Hb Hn m mean. assert (B := bpow_gt_0 radix2 bits).
assert (I : bpow radix2 bits * bpow radix2 (- bits) = 1) by (rewrite <- bpow_plus, Z.add_opp_diag_r; reflexivity).
assert (L := Zfloor_lb (nu * bpow radix2 bits)). assert (U := Zfloor_ub (nu * bpow radix2 bits)). fold m in L, U.
assert (M : (0 <= m <= 2 ^ bits)%Z).
{ split.
  - apply Zfloor_lub. apply Rmult_le_pos; lra.
  - apply le_IZR. rewrite (IZR_Zpower radix2) by exact Hb. apply Rle_trans with (1 := L). nra. }
assert (E : mean = low + IZR m * bpow radix2 (- bits) * ulp_x).
{ unfold mean. rewrite sum_over_test, stochastic_count by assumption.
  rewrite INR_IZR_INZ, Z2Nat.id, (IZR_Zpower radix2) by (try apply Z.pow_nonneg; lia).
  rewrite bpow_opp. field. lra. }
split; [exact E|]. split.
- intros H. rewrite E, H.
  replace (nu * bpow radix2 bits * bpow radix2 (- bits)) with nu; [ring|]. rewrite Rmult_assoc, I. ring.
- intros H. rewrite E. assert (B' := bpow_gt_0 radix2 (- bits)).
  replace (low + nu * ulp_x - (low + IZR m * bpow radix2 (- bits) * ulp_x))
    with ((nu * bpow radix2 bits - IZR m) * bpow radix2 (- bits) * ulp_x).
  2:{ replace (nu * ulp_x) with (nu * (bpow radix2 bits * bpow radix2 (- bits)) * ulp_x) by (rewrite I; ring). ring. }
  split; [apply Rmult_le_pos; [apply Rmult_le_pos|]; lra|].
  apply Rmult_le_compat_r; [exact H|]. nra.
Qed.
