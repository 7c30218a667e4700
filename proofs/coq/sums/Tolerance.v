(** TOL-1: the rules by which a bound travels through an expression. Operands are known within an error each; a rule
    bounds the exact operation on what is known, and [rounded] adds one rounding. *)
From Coq Require Import ZArith Reals Lia Lra List.
From Flocq Require Import Core.
From Fpcheck.arith Require Import Format RoundingError.
From Fpcheck.sums Require Import TreeError.
Local Open Scope R_scope.

(** [near x' x e]: the computed x' is within e of the exact x. *)
Definition near (x' x e : R) := Rabs (x' - x) <= e.

Lemma near_nonneg x' x e : near x' x e -> 0 <= e.
Proof. intros H. apply Rle_trans with (2 := H). apply Rabs_pos. Qed.
Lemma near_abs x' x e : near x' x e -> Rabs x' <= Rabs x + e.
Proof.
intros H. replace x' with (x + (x' - x)) by ring. apply Rle_trans with (1 := Rabs_triang _ _). unfold near in H. lra.
Qed.

Theorem near_add x' x ex y' y ey : near x' x ex -> near y' y ey -> near (x' + y') (x + y) (ex + ey).
Proof.
unfold near. intros A B. replace (x' + y' - (x + y)) with ((x' - x) + (y' - y)) by ring.
apply Rle_trans with (1 := Rabs_triang _ _). lra.
Qed.
Theorem near_sub x' x ex y' y ey : near x' x ex -> near y' y ey -> near (x' - y') (x - y) (ex + ey).
Proof.
unfold near. intros A B. replace (x' - y' - (x - y)) with ((x' - x) + - (y' - y)) by ring.
apply Rle_trans with (1 := Rabs_triang _ _). rewrite Rabs_Ropp. lra.
Qed.
Theorem near_mul x' x ex y' y ey : near x' x ex -> near y' y ey ->
  near (x' * y') (x * y) (Rabs x * ey + Rabs y * ex + ex * ey).
Proof.
intros A B. assert (Ex := near_nonneg _ _ _ A). assert (Ey := near_nonneg _ _ _ B). unfold near in *.
replace (x' * y' - x * y) with (x * (y' - y) + (y * (x' - x) + (x' - x) * (y' - y))) by ring.
assert (H1 : Rabs (x * (y' - y)) <= Rabs x * ey) by (rewrite Rabs_mult; apply Rmult_le_compat_l; [apply Rabs_pos|exact B]).
assert (H2 : Rabs (y * (x' - x)) <= Rabs y * ex) by (rewrite Rabs_mult; apply Rmult_le_compat_l; [apply Rabs_pos|exact A]).
assert (H3 : Rabs ((x' - x) * (y' - y)) <= ex * ey) by (rewrite Rabs_mult; apply Rmult_le_compat; auto using Rabs_pos).
assert (T1 := Rabs_triang (x * (y' - y)) (y * (x' - x) + (x' - x) * (y' - y))).
assert (T2 := Rabs_triang (y * (x' - x)) ((x' - x) * (y' - y))). lra.
Qed.
Theorem near_div x' x ex y' y ey : near x' x ex -> near y' y ey -> ey < Rabs y ->
  near (x' / y') (x / y) ((ex + Rabs (x / y) * ey) / (Rabs y - ey)).
Proof.
intros A B D. assert (Ex := near_nonneg _ _ _ A). assert (Ey := near_nonneg _ _ _ B). unfold near in *.
assert (Y : y <> 0) by (intros ->; rewrite Rabs_R0 in D; lra).
assert (L : Rabs y - ey <= Rabs y').
{ replace y with (y' + - (y' - y)) at 1 by ring. assert (T := Rabs_triang y' (- (y' - y))). rewrite Rabs_Ropp in T. lra. }
assert (Y' : y' <> 0) by (intros ->; rewrite Rabs_R0 in L; lra).
replace (x' / y' - x / y) with (((x' - x) - x / y * (y' - y)) / y') by (field; tauto).
unfold Rdiv at 1. rewrite Rabs_mult, Rabs_Rinv by assumption. unfold Rdiv at 2.
apply Rmult_le_compat; [apply Rabs_pos|left; apply Rinv_0_lt_compat; lra| |apply Rinv_le; lra].
unfold Rminus. apply Rle_trans with (1 := Rabs_triang _ _). rewrite Rabs_Ropp, Rabs_mult.
apply Rplus_le_compat; [exact A|]. apply Rmult_le_compat_l; [apply Rabs_pos|exact B].
Qed.
(** exp: e^x (e^ex - 1). *)
Theorem near_exp x' x ex : near x' x ex -> near (exp x') (exp x) (exp x * (exp ex - 1)).
Proof.
unfold near. intros A. apply Rabs_le_inv in A.
assert (U : exp x' <= exp x * exp ex).
{ rewrite <- exp_plus. destruct (Req_dec x' (x + ex)) as [->|]; [lra|]. left. apply exp_increasing. lra. }
assert (L : exp x * exp (- ex) <= exp x').
{ rewrite <- exp_plus. destruct (Req_dec x' (x + - ex)) as [->|]; [lra|]. left. apply exp_increasing. lra. }
assert (P := exp_pos x). assert (E := exp_pos ex). assert (E' := exp_pos (- ex)).
assert (I : exp ex * exp (- ex) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
assert (C : 2 - exp ex <= exp (- ex)).
{ assert (0 <= (exp ex - 1) * (exp ex - 1)) by (apply Rle_0_sqr). nra. }
apply Rabs_le. split; nra.
Qed.
(** log of a positive number known to better than itself. *)
Theorem near_ln x' x ex : near x' x ex -> ex < x -> near (ln x') (ln x) (ex / (x - ex)).
Proof.
unfold near. intros A D. assert (Ex := near_nonneg x' x ex A). apply Rabs_le_inv in A.
assert (X' : 0 < x') by lra. assert (X : 0 < x) by lra.
assert (K : forall a b, 0 < a -> 0 < b -> ln b - ln a <= (b - a) / a).
{ intros a b Ha Hb. assert (H := exp_ineq1_le (ln b - ln a)).
  replace (exp (ln b - ln a)) with (b / a) in H by (unfold Rminus; rewrite exp_plus, exp_Ropp, !exp_ln by assumption; reflexivity).
  replace ((b - a) / a) with (b / a - 1) by (field; lra). lra. }
assert (Q : forall n d, 0 < d -> n <= ex -> x - ex <= d -> n / d <= ex / (x - ex)).
{ intros n d Hd Hn Hx. apply Rle_trans with (ex / d).
  - apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat|exact Hn].
  - apply Rmult_le_compat_l; [exact Ex|]. apply Rinv_le; lra. }
apply Rabs_le. split.
- assert (H := K x' x X' X). assert (H' := Q (x - x') x' X' ltac:(lra) ltac:(lra)). lra.
- assert (H := K x x' X X'). assert (H' := Q (x' - x) x X ltac:(lra) ltac:(lra)). lra.
Qed.
(** A function whose differences are bounded by L times those of its argument: tanh, sin, erf, sigmoid, max with a
    constant, relu. *)
Theorem near_lipschitz g L x' x ex : (forall a b, Rabs (g a - g b) <= L * Rabs (a - b)) -> 0 <= L ->
  near x' x ex -> near (g x') (g x) (L * ex).
Proof. unfold near. intros H P A. apply Rle_trans with (1 := H x' x). now apply Rmult_le_compat_l. Qed.
Theorem near_max x' x ex y' y ey : near x' x ex -> near y' y ey -> near (Rmax x' y') (Rmax x y) (Rmax ex ey).
Proof.
unfold near. intros A B. apply Rabs_le_inv in A. apply Rabs_le_inv in B. apply Rabs_le.
unfold Rmax. repeat destruct Rle_dec; lra.
Qed.

(** What one rounding to the format f adds: u of the value, and half an eta. *)
Theorem rounded f {G : Good f} z' z e : near z' z e -> near (rne f z') z (e + u f * (Rabs z + e) + / 2 * eta f).
Proof.
intros H. assert (R := rne_error_sum f z'). assert (M := near_abs _ _ _ H). assert (U := u_pos f). unfold near in *.
replace (rne f z' - z) with ((rne f z' - z') + (z' - z)) by ring. apply Rle_trans with (1 := Rabs_triang _ _).
assert (u f * Rabs z' <= u f * (Rabs z + e)) by (apply Rmult_le_compat_l; lra). lra.
Qed.

(** Any summation order: the terms' own errors, and gamma of the height of the tree on what is added. *)
Theorem near_sum f {G : Good f} t z e : leaves_in f t -> INR (height t) * u f < 1 ->
  near (exact t) z e -> near (computed f t) z (e + gamma f (height t) * magnitude t).
Proof.
intros L H A. assert (T := tree_error_gamma f t L H). unfold near in *.
replace (computed f t - z) with ((computed f t - exact t) + (exact t - z)) by ring.
apply Rle_trans with (1 := Rabs_triang _ _). lra.
Qed.
(** A discrete result is right if it is the image of something within the bound: the verdict rule for comparisons. *)
Theorem decided_outside_the_bound x' x e c : near x' x e -> e < Rabs (x' - c) -> (x' < c <-> x < c).
Proof. unfold near. intros A D. apply Rabs_le_inv in A. unfold Rabs in D. destruct Rcase_abs in D; lra. Qed.
