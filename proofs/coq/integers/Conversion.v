(** INT-3: the error of an integer rounded to a float, binade by binade, and that it is attained. *)
From Coq Require Import ZArith Reals Lia Lra.
From Flocq Require Import Core.
From Fpcheck.arith Require Import Format.
From Fpcheck.generated Require Import Rows.
From Fpcheck.integers Require Import Integers.
Local Open Scope Z_scope.

Section Error.
Context (f : fmt) {G : Good f}.

(** INT-3, upper bound: n in [2^(p-1+k), 2^(p+k)) moves by at most 2^(k-1). *)
Theorem int_round_error (n k : Z) : 0 <= k -> 2 ^ (prec f - 1 + k) <= n < 2 ^ (prec f + k) ->
  (Rabs (rne f (IZR n) - IZR n) <= bpow radix2 (k - 1))%R.
Proof.
intros Hk Hn. assert (Hp := prec_pos f). assert (He := emin_nonpos f).
apply Rle_trans with (1 := error_le_half_ulp radix2 (fx f) _ _).
assert (0 < n) by (assert (0 < 2 ^ (prec f - 1 + k)) by (apply Z.pow_pos_nonneg; lia); lia).
rewrite ulp_neq_0 by (apply IZR_neq; lia).
unfold cexp. rewrite (mag_unique_pos radix2 _ (prec f + k)).
- unfold fx, FLT_exp. rewrite Z.max_l by lia. replace (prec f + k - prec f) with k by ring.
  unfold Zminus. rewrite bpow_plus. simpl (bpow radix2 (-(1))). lra.
- rewrite <- !(IZR_Zpower radix2) by lia.
  replace (prec f + k - 1) with (prec f - 1 + k) by ring.
  split; [apply IZR_le|apply IZR_lt]; simpl radix_val; lia.
Qed.

(** INT-3, attained: the first integer above each power of two that is half a step away moves by all of 2^(k-1). *)
Theorem int_round_error_attained (k : Z) : 1 <= k -> let n := 2 ^ (prec f - 1 + k) + 2 ^ (k - 1) in
  (Rabs (rne f (IZR n) - IZR n) = bpow radix2 (k - 1))%R.
Proof.
intros Hk n. assert (Hp := prec_pos f). assert (He := emin_nonpos f).
set (d := bpow radix2 (prec f - 1 + k)).
assert (Hx : IZR n = (d + bpow radix2 (k - 1))%R).
{ unfold n. now rewrite plus_IZR, !(IZR_Zpower radix2) by lia. }
rewrite Hx. clear Hx n.
assert (Fd : inF f d) by (apply inF_bpow; [exact G|lia]).
assert (Hu : ulp radix2 (fx f) d = bpow radix2 k).
{ unfold d. rewrite ulp_bpow. unfold fx, FLT_exp. f_equal. lia. }
assert (Hs : succ radix2 (fx f) d = (d + bpow radix2 k)%R).
{ rewrite succ_eq_pos by apply bpow_ge_0. now rewrite Hu. }
assert (H2 : bpow radix2 k = (2 * bpow radix2 (k - 1))%R).
{ replace k with (1 + (k - 1)) at 1 by ring. rewrite bpow_plus. reflexivity. }
assert (H0 := bpow_gt_0 radix2 (k - 1)).
assert (Hd : round radix2 (fx f) Zfloor (d + bpow radix2 (k - 1)) = d).
{ apply round_DN_eq; auto with typeclass_instances. rewrite Hs; lra. }
assert (Hc : round radix2 (fx f) Zceil (d + bpow radix2 (k - 1)) = (d + bpow radix2 k)%R).
{ apply round_UP_eq; auto with typeclass_instances.
  - rewrite <- Hs. apply generic_format_succ; [auto with typeclass_instances|assumption].
  - rewrite <- Hs, pred_succ by auto with typeclass_instances. rewrite Hs. lra. }
unfold rne.
destruct (round_DN_or_UP radix2 (fx f) ZnearestE (d + bpow radix2 (k - 1))) as [-> | ->];
  rewrite ?Hd, ?Hc; unfold Rabs; destruct Rcase_abs; lra.
Qed.

(** What comes out is again an integer, and one that is represented. *)
Theorem round_of_int_is_int (n w : Z) : prec f <= w -> 0 <= n < 2 ^ w ->
  exists m, 0 <= m <= 2 ^ w /\ exactb (prec f) m = true /\ rne f (IZR n) = IZR m.
Proof.
intros Hw Hn. assert (Hp := prec_pos f). assert (He := emin_nonpos f).
assert (Hint : exists m, rne f (IZR n) = IZR m).
{ destruct (Z_lt_le_dec n (2 ^ prec f)) as [L|L].
  - exists n. apply rne_id; [exact G|]. apply representable_shape; [exact G|]. exists n, 0. rewrite Z.pow_0_r. lia.
  - unfold rne, round, F2R. simpl.
    set (e := cexp _ _ _). exists (ZnearestE (scaled_mantissa radix2 (fx f) (IZR n)) * 2 ^ e).
    rewrite mult_IZR, (IZR_Zpower radix2); [reflexivity|].
    unfold e, cexp, fx, FLT_exp.
    assert (prec f + 1 <= mag radix2 (IZR n)).
    { apply mag_ge_bpow. replace (prec f + 1 - 1) with (prec f) by ring.
      rewrite <- (IZR_Zpower radix2) by lia. rewrite <- abs_IZR. apply IZR_le. simpl radix_val. lia. }
    lia. }
destruct Hint as [m Hm]. exists m. rewrite Hm. split; [|split; [|reflexivity]].
- split; apply le_IZR; rewrite <- Hm.
  + apply round_ge_generic; auto with typeclass_instances; [apply inF_0|apply IZR_le; lia].
  + apply round_le_generic; auto with typeclass_instances; [|apply IZR_le; lia].
    rewrite (IZR_Zpower radix2) by lia. apply inF_bpow; [exact G|lia].
- apply (exactb_correct f). rewrite <- Hm. apply inF_rne. exact G.
Qed.
End Error.

(** uint32 in binary32: at most 128 away, and 128 away at 2^31 + 128. *)
Corollary u32_in_f32_error n : 2 ^ 31 <= n < 2 ^ 32 -> (Rabs (rne f32 (IZR n) - IZR n) <= 128)%R.
Proof. intros H. exact (int_round_error f32 n 8 ltac:(lia) H). Qed.
Corollary u32_in_f32_error_attained : (Rabs (rne f32 (IZR (2 ^ 31 + 128)) - IZR (2 ^ 31 + 128)) = 128)%R.
Proof. exact (int_round_error_attained f32 8 ltac:(lia)). Qed.
