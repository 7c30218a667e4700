(** U01-1: maps from a w-bit integer to the unit interval: which are exact and stay clear of the excluded end. *)
From Coq Require Import ZArith Reals Lia Lra.
From Flocq Require Import Core.
From Fpcheck.arith Require Import Format.
From Fpcheck.generated Require Import Rows.
From Fpcheck.integers Require Import Integers.
Local Open Scope Z_scope.

(** The top [p] bits of a w-bit integer. *)
Definition top (w p n : Z) : Z := n / 2 ^ (w - p).

Section Maps.
Context (f : fmt) {G : Good f} (w : Z).
Notation p := (prec f).
Hypothesis Hw : p <= w.
Hypothesis He : emin f <= - p.

Lemma top_range n : 0 <= n < 2 ^ w -> 0 <= top w p n < 2 ^ p.
Proof.
intros Hn. assert (Hp := prec_pos f). assert (0 < 2 ^ (w - p)) by (apply Z.pow_pos_nonneg; lia).
unfold top. split; [apply Z.div_pos; lia|apply Z.div_lt_upper_bound; [lia|]].
rewrite <- Z.pow_add_r by lia. now replace (w - p + p) with w by ring.
Qed.

(** [0, 1): the top p bits, times 2^-p. Conversion and product are exact and the result is at most 1 - 2^-p. *)
Theorem closed_open_exact n : 0 <= n < 2 ^ w ->
  rne f (IZR (top w p n)) = IZR (top w p n) /\
  rne f (IZR (top w p n) * bpow radix2 (- p)) = (IZR (top w p n) * bpow radix2 (- p))%R /\
  (0 <= IZR (top w p n) * bpow radix2 (- p) <= 1 - bpow radix2 (- p))%R.
Proof.
intros Hn. assert (Hm := top_range n Hn). set (m := top w p n) in *. assert (Hp := prec_pos f).
split; [|split].
- apply rne_id; [exact G|]. apply representable_shape; [exact G|]. exists m, 0. rewrite Z.pow_0_r. lia.
- apply rne_id; [exact G|]. apply inF_scaled; [exact G|lia|lia].
- assert (H : (0 <= IZR m <= IZR (2 ^ p - 1))%R) by (split; apply IZR_le; lia).
  rewrite minus_IZR, (IZR_Zpower radix2) in H by lia.
  assert (B : (bpow radix2 p * bpow radix2 (- p) = 1)%R) by (rewrite <- bpow_plus, Z.add_opp_diag_r; reflexivity).
  generalize (bpow_gt_0 radix2 (- p)); nra.
Qed.

(** (0, 1]: one step further. *)
Theorem open_closed_exact n : 0 <= n < 2 ^ w ->
  rne f (IZR (top w p n + 1)) = IZR (top w p n + 1) /\
  rne f (IZR (top w p n + 1) * bpow radix2 (- p)) = (IZR (top w p n + 1) * bpow radix2 (- p))%R /\
  (bpow radix2 (- p) <= IZR (top w p n + 1) * bpow radix2 (- p) <= 1)%R.
Proof.
intros Hn. assert (Hm := top_range n Hn). set (m := top w p n) in *. assert (Hp := prec_pos f).
assert (He0 := emin_nonpos f).
split; [|split].
- apply rne_id; [exact G|]. rewrite <- (Rmult_1_r (IZR (m + 1))). change 1%R with (bpow radix2 0).
  apply inF_scaled; [exact G|lia|lia].
- apply rne_id; [exact G|]. apply inF_scaled; [exact G|lia|lia].
- assert (H : (1 <= IZR (m + 1) <= IZR (2 ^ p))%R) by (split; apply IZR_le; lia).
  rewrite (IZR_Zpower radix2) in H by lia.
  assert (B : (bpow radix2 p * bpow radix2 (- p) = 1)%R) by (rewrite <- bpow_plus, Z.add_opp_diag_r; reflexivity).
  generalize (bpow_gt_0 radix2 (- p)); nra.
Qed.

(** (0, 1): the odd multiples of 2^-p, symmetric about one half. *)
Theorem open_open_exact n : 0 <= n < 2 ^ w -> 2 <= p -> let m := 2 * top w (p - 1) n + 1 in
  rne f (IZR m) = IZR m /\
  rne f (IZR m * bpow radix2 (- p)) = (IZR m * bpow radix2 (- p))%R /\
  (bpow radix2 (- p) <= IZR m * bpow radix2 (- p) <= 1 - bpow radix2 (- p))%R.
Proof.
intros Hn H2 m. assert (Hp := prec_pos f).
assert (Hm : 1 <= m <= 2 ^ p - 1).
{ assert (0 < 2 ^ (w - (p - 1))) by (apply Z.pow_pos_nonneg; lia).
  assert (0 <= top w (p - 1) n < 2 ^ (p - 1)).
  { unfold top. split; [apply Z.div_pos; lia|apply Z.div_lt_upper_bound; [lia|]].
    rewrite <- Z.pow_add_r by lia. now replace (w - (p - 1) + (p - 1)) with w by ring. }
  assert (2 ^ p = 2 * 2 ^ (p - 1)) by (rewrite <- Z.pow_succ_r by lia; f_equal; lia).
  unfold m. lia. }
assert (He0 := emin_nonpos f).
split; [|split].
- apply rne_id; [exact G|]. apply representable_shape; [exact G|]. exists m, 0. rewrite Z.pow_0_r. lia.
- apply rne_id; [exact G|]. apply inF_scaled; [exact G|lia|lia].
- assert (H : (1 <= IZR m <= IZR (2 ^ p - 1))%R) by (split; apply IZR_le; lia).
  rewrite minus_IZR, (IZR_Zpower radix2) in H by lia.
  assert (B : (bpow radix2 p * bpow radix2 (- p) = 1)%R) by (rewrite <- bpow_plus, Z.add_opp_diag_r; reflexivity).
  generalize (bpow_gt_0 radix2 (- p)); nra.
Qed.

(** Uniform: every point of the grid has the same number 2^(w-p) of integers above it. *)
Theorem top_uniform m : 0 <= m < 2 ^ p -> count (fun n => top w p n =? m) (Z.to_nat (2 ^ w)) = 2 ^ (w - p).
Proof.
intros Hm. assert (Hp := prec_pos f). set (d := 2 ^ (w - p)).
assert (Hd : 0 < d) by (apply Z.pow_pos_nonneg; lia).
assert (E : 2 ^ w = m * d + (d + (2 ^ p - 1 - m) * d)).
{ replace w with (p + (w - p)) at 1 by ring. rewrite Z.pow_add_r by lia. fold d. ring. }
rewrite E, !Z2Nat.inj_add by nia. rewrite !count_add.
rewrite (count_ext _ (fun _ => false) (Z.to_nat (m * d))), count_none.
2:{ intros k Hk. rewrite Z2Nat.id in Hk by nia. apply Z.eqb_neq. intros E'. unfold top in E'. fold d in E'.
    assert (k / d < m) by (apply Z.div_lt_upper_bound; lia). lia. }
rewrite count_all.
2:{ intros k Hk. rewrite !Z2Nat.id in * by nia. apply Z.eqb_eq. unfold top. fold d.
    rewrite Z.add_comm, Z.div_add by lia. rewrite Z.div_small; lia. }
rewrite (count_ext _ (fun _ => false)), count_none; [rewrite Z2Nat.id; lia|].
intros k Hk. rewrite !Z2Nat.id in * by nia. apply Z.eqb_neq. intros E'. unfold top in E'. fold d in E'.
replace (m * d + (d + k)) with (k + (m + 1) * d) in E' by ring.
rewrite Z.div_add in E' by lia. assert (0 <= k / d) by (apply Z.div_pos; lia). lia.
Qed.
End Maps.

Section Narrow.
Context (f : fmt) {G : Good f}.
Notation p := (prec f).
Hypothesis He : emin f <= - p.

Lemma midpoint_rounds_to_one : rne f (1 - bpow radix2 (- p - 1)) = 1%R.
Proof.
assert (Hp := prec_pos f).
assert (B : bpow radix2 (- p - 1) = (/ 2 * bpow radix2 (- p))%R).
{ unfold Zminus. rewrite bpow_plus, Rmult_comm. reflexivity. }
assert (P : (0 < bpow radix2 (- p) <= / 2)%R).
{ split; [apply bpow_gt_0|]. change (/ 2)%R with (bpow radix2 (-1)). apply bpow_le. lia. }
unfold rne, round, F2R, scaled_mantissa, Fnum, Fexp.
assert (C : cexp radix2 (fx f) (1 - bpow radix2 (- p - 1)) = - p).
{ unfold cexp. rewrite (mag_unique_pos radix2 _ 0).
  - unfold fx, FLT_exp. lia.
  - simpl (bpow radix2 (0 - 1)). simpl (bpow radix2 0). rewrite B. lra. }
rewrite C.
assert (X : ((1 - bpow radix2 (- p - 1)) * bpow radix2 (- - p) = IZR (2 ^ p) - / 2)%R).
{ rewrite (IZR_Zpower radix2), Z.opp_involutive, B by lia.
  assert (bpow radix2 (- p) * bpow radix2 p = 1)%R by (rewrite <- bpow_plus, Z.add_opp_diag_l; reflexivity). nra. }
rewrite X.
assert (F : Zfloor (IZR (2 ^ p) - / 2) = 2 ^ p - 1).
{ apply Zfloor_imp. rewrite plus_IZR, minus_IZR. lra. }
assert (E : ZnearestE (IZR (2 ^ p) - / 2) = 2 ^ p).
{ unfold Znearest. rewrite F, minus_IZR.
  replace (IZR (2 ^ p) - / 2 - (IZR (2 ^ p) - 1))%R with (/ 2)%R by field.
  rewrite Rcompare_Eq by reflexivity. rewrite Z.even_sub, Z.even_pow by lia. simpl.
  unfold Zceil. apply Z.opp_inj. rewrite Z.opp_involutive. apply Zfloor_imp.
  rewrite plus_IZR, opp_IZR. lra. }
rewrite E, (IZR_Zpower radix2), <- bpow_plus, Z.add_opp_diag_r by lia. reflexivity.
Qed.

(** Narrowing x in [0, 1) returns the excluded 1 exactly from 1 - 2^-(p+1) on: 1 in 2^9 for bf16, in 2^12 for f16. *)
Theorem narrowing_returns_one_iff x : (0 <= x < 1)%R -> rne f x = 1%R <-> (1 - bpow radix2 (- p - 1) <= x)%R.
Proof.
intros Hx. assert (Hp := prec_pos f). assert (F1 : inF f 1) by (change 1%R with (bpow radix2 0); apply inF_bpow; [exact G|lia]).
assert (B : bpow radix2 (- p - 1) = (/ 2 * bpow radix2 (- p))%R).
{ unfold Zminus. rewrite bpow_plus, Rmult_comm. reflexivity. }
split; intros H.
- apply Rnot_lt_le. intros L.
  assert (U : pred radix2 (fx f) 1 = (1 - bpow radix2 (- p))%R).
  { change 1%R with (bpow radix2 0). rewrite pred_bpow. unfold fx, FLT_exp. do 2 f_equal. lia. }
  assert (Q : (rne f x <= pred radix2 (fx f) 1)%R).
  { apply round_N_le_midp; auto with typeclass_instances.
    - apply generic_format_pred; auto with typeclass_instances.
    - rewrite succ_pred, U by auto with typeclass_instances. lra. }
  generalize (bpow_gt_0 radix2 (- p)). lra.
- apply Rle_antisym.
  + apply round_le_generic; auto with typeclass_instances. lra.
  + rewrite <- midpoint_rounds_to_one. now apply rne_le.
Qed.

(** Scaling by a power of two commutes with rounding while nothing is subnormal. *)
Lemma rne_scale x k : x <> 0%R -> emin f + p <= mag radix2 x -> emin f + p <= mag radix2 x + k ->
  rne f (x * bpow radix2 k) = (rne f x * bpow radix2 k)%R.
Proof.
intros Nz H1 H2. unfold rne, round, F2R, scaled_mantissa, Fnum, Fexp, cexp.
rewrite mag_mult_bpow by assumption. unfold fx, FLT_exp. rewrite !Z.max_l by lia.
replace (x * bpow radix2 k * bpow radix2 (- (mag radix2 x + k - p)))%R with (x * bpow radix2 (- (mag radix2 x - p)))%R.
2:{ rewrite Rmult_assoc, <- bpow_plus. do 2 f_equal. lia. }
rewrite Rmult_assoc, <- bpow_plus. do 2 f_equal. lia.
Qed.

(** The usual [float(n) * 2^-w] returns 1 exactly for the top 2^(w-p-1) integers. *)
Theorem naive_returns_one_iff w n : p < w -> emin f <= 1 - w - p -> 0 <= n < 2 ^ w ->
  rne f (rne f (IZR n) * bpow radix2 (- w)) = 1%R <-> 2 ^ w - 2 ^ (w - p - 1) <= n.
Proof.
intros Hw Hm Hn. assert (Hp := prec_pos f).
assert (W : (bpow radix2 w * bpow radix2 (- w) = 1)%R) by (rewrite <- bpow_plus, Z.add_opp_diag_r; reflexivity).
assert (W0 := bpow_gt_0 radix2 (- w)).
assert (E : rne f (rne f (IZR n) * bpow radix2 (- w)) = rne f (IZR n * bpow radix2 (- w))).
{ destruct (Z.eq_dec n 0) as [->|Nz].
  - unfold rne. now rewrite round_0, Rmult_0_l by auto with typeclass_instances.
  - assert (M : 1 <= mag radix2 (IZR n)).
    { apply mag_ge_bpow. rewrite <- abs_IZR. simpl. apply IZR_le. lia. }
    rewrite <- rne_scale by (try apply IZR_neq; lia). apply rne_id; [exact G|]. apply inF_rne. exact G. }
rewrite E, narrowing_returns_one_iff.
2:{ assert (0 <= IZR n < IZR (2 ^ w))%R by (split; [apply IZR_le|apply IZR_lt]; lia).
    rewrite (IZR_Zpower radix2) in H by lia. split; [apply Rmult_le_pos; lra|]. rewrite <- W.
    apply Rmult_lt_compat_r; lra. }
assert (S : (1 - bpow radix2 (- p - 1) = IZR (2 ^ w - 2 ^ (w - p - 1)) * bpow radix2 (- w))%R).
{ rewrite minus_IZR, !(IZR_Zpower radix2) by lia. rewrite Rmult_minus_distr_r, W, <- bpow_plus. do 2 f_equal. ring. }
rewrite S. split; intros H.
- apply le_IZR. now apply Rmult_le_reg_r in H.
- apply Rmult_le_compat_r; [lra|]. now apply IZR_le.
Qed.

(** A conversion that truncates ([__uint2float_rz]) never returns 1. *)
Theorem truncating_below_one w n : 0 <= n < 2 ^ w -> 0 <= w -> (rtz f (IZR n) * bpow radix2 (- w) < 1)%R.
Proof.
intros Hn Hw. unfold rtz.
apply Rle_lt_trans with (IZR n * bpow radix2 (- w))%R.
- apply Rmult_le_compat_r; [apply bpow_ge_0|].
  rewrite round_ZR_DN by (apply IZR_le; lia). apply round_DN_pt. auto with typeclass_instances.
- replace 1%R with (IZR (2 ^ w) * bpow radix2 (- w))%R.
  + apply Rmult_lt_compat_r; [apply bpow_gt_0|apply IZR_lt; lia].
  + rewrite (IZR_Zpower radix2) by lia. rewrite <- bpow_plus, Z.add_opp_diag_r. reflexivity.
Qed.
End Narrow.

(** [float(n) * 2^-32] is 1 for the 128 integers from 0xFFFFFF80 on and for no other. *)
Corollary u32_naive_f32 n : 0 <= n < 2 ^ 32 ->
  rne f32 (rne f32 (IZR n) * bpow radix2 (-32)) = 1%R <-> 0xFFFFFF80 <= n.
Proof. exact (naive_returns_one_iff f32 ltac:(discriminate) 32 n ltac:(reflexivity) ltac:(discriminate)). Qed.
Corollary narrowing_bf16 x : (0 <= x < 1)%R -> rne bf16 x = 1%R <-> (1 - bpow radix2 (-9) <= x)%R.
Proof. exact (narrowing_returns_one_iff bf16 ltac:(discriminate) x). Qed.
Corollary narrowing_f16 x : (0 <= x < 1)%R -> rne f16 x = 1%R <-> (1 - bpow radix2 (-12) <= x)%R.
Proof. exact (narrowing_returns_one_iff f16 ltac:(discriminate) x). Qed.

(** What the shipped maps do, format by format. *)
Definition unit_map_ok (f : fmt) (w : Z) : Prop := forall n, 0 <= n < 2 ^ w ->
  let m := top w (prec f) n in let h := 2 * top w (prec f - 1) n + 1 in
  inF f (IZR m * bpow radix2 (- prec f)) /\ (0 <= IZR m * bpow radix2 (- prec f) < 1)%R /\
  inF f (IZR (m + 1) * bpow radix2 (- prec f)) /\ (0 < IZR (m + 1) * bpow radix2 (- prec f) <= 1)%R /\
  inF f (IZR h * bpow radix2 (- prec f)) /\ (0 < IZR h * bpow radix2 (- prec f) < 1)%R.
Theorem unit_map f {G : Good f} w : prec f <= w -> emin f <= - prec f -> 2 <= prec f -> unit_map_ok f w.
Proof.
intros Hw He H2 n Hn. assert (B := bpow_gt_0 radix2 (- prec f)).
destruct (closed_open_exact f w Hw He n Hn) as (_ & A1 & A2).
destruct (open_closed_exact f w Hw He n Hn) as (_ & B1 & B2).
destruct (open_open_exact f w Hw He n Hn H2) as (_ & C1 & C2).
split; [|split; [|split; [|split; [|split]]]]; try lra.
- rewrite <- A1. apply inF_rne. exact G.
- rewrite <- B1. apply inF_rne. exact G.
- rewrite <- C1. apply inF_rne. exact G.
Qed.
Corollary unit_maps_u32 :
  unit_map_ok f32 32 /\ unit_map_ok f16 32 /\ unit_map_ok bf16 32 /\ unit_map_ok e4m3fn 32 /\ unit_map_ok e5m2 32.
Proof. repeat split; apply unit_map; auto with typeclass_instances; discriminate. Qed.
