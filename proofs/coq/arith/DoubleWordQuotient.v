(** EFT-1: quotients and square roots of double words. *)
From Coq Require Import ZArith Reals Lia Lra.
From Flocq Require Import Core Sterbenz Div_sqrt_error.
From Fpcheck.arith Require Import Format ErrorFree DoubleWord.
Local Open Scope R_scope.

(** The operations of [fpcheck::exact]. *)
Definition div_number f ah al b :=
  let q := rne f (ah / b) in let p := two_product f q b in
  let d := rne f (rne f (rne f (ah - fst p) - snd p) + al) in
  fast_two_sum f q (rne f (d / b)).
Definition div_words f ah al bh bl :=
  let q := rne f (ah / bh) in let r := mul_number f bh bl q in
  let d := rne f (rne f (ah - fst r) + rne f (al - snd r)) in
  fast_two_sum f q (rne f (d / bh)).
Definition sqrt_word f ah al :=
  let s := rne f (sqrt ah) in let rest := rne f (ah - s * s) in
  fast_two_sum f s (rne f (rne f (rest + al) / rne f (s + s))).

Section Quotients.
Context (f : fmt) {G : Good f}.
Hypothesis P11 : (11 <= prec f)%Z.

Lemma five : (5 <= prec f)%Z.
Proof. lia. Qed.
Lemma u_tiny : 0 < u f <= / 2048.
Proof. split; [apply u_pos|]. unfold u. change (/ 2048) with (bpow radix2 (-11)). apply bpow_le. lia. Qed.
Lemma up x y : x <= y -> u f * x <= u f * y.
Proof. intros H. apply Rmult_le_compat_l; [apply Rlt_le, u_pos|exact H]. Qed.
Lemma tinier x : 0 <= x -> 0 <= u f * x <= / 2048 * x.
Proof.
intros H. assert (U := u_tiny). split; [apply Rmult_le_pos; lra|]. apply Rmult_le_compat_r; lra.
Qed.

(** Numbers of the format are multiples of the least subnormal; with an exponent to spare that makes them numbers. *)
Lemma least_multiple x : inF f x -> exists k, x = IZR k * bpow radix2 (emin f).
Proof. intros F. apply (grid_of f); [exact F|]. unfold cexp, fx, FLT_exp. lia. Qed.
Lemma in_format_of_FLX x k : generic_format radix2 (FLX_exp (prec f)) x -> x = IZR k * bpow radix2 (emin f) -> inF f x.
Proof.
intros F E. destruct (Rle_or_lt (bpow radix2 (emin f + prec f - 1)) (Rabs x)) as [H|H].
- apply generic_format_FLT_FLX; assumption.
- apply (multiple_in f x k (emin f)); [exact E|lia|]. apply Rlt_le, Rlt_le_trans with (1 := H). apply bpow_le. lia.
Qed.
(** The remainder of a quotient, from the exact product of quotient and divisor. *)
Lemma remainder_number a b (q := rne f (a / b)) : inF f a -> inF f b -> normal f (a / b) ->
  fst (two_product f q b) + snd (two_product f q b) = q * b -> inF f (a - q * b).
Proof.
intros Fa Fb N P. destruct (Req_dec (a / b) 0) as [Z|Nz].
{ unfold q. rewrite Z, (rne_id f 0 (inF_0 f)), Rmult_0_l, Rminus_0_r. exact Fa. }
assert (H : bpow radix2 (emin f + prec f - 1) <= Rabs (a / b)) by (destruct N; [contradiction|assumption]).
destruct (least_multiple a Fa) as (i & Ea). destruct (least_multiple _ (inF_rne f (q * b))) as (j & Ep).
assert (Fe : inF f (snd (two_product f q b))) by (apply inF_rne; exact G). destruct (least_multiple _ Fe) as (k & Ee).
apply (in_format_of_FLX _ (i - j - k)).
- unfold q, rne, fx. rewrite round_FLT_FLX by exact H. apply div_error_FLX; auto with typeclass_instances;
  apply generic_format_FLX_FLT with (emin f); assumption.
- rewrite <- P, Ee. change (fst (two_product f q b)) with (rne f (q * b)). rewrite Ep, Ea, !minus_IZR. ring.
Qed.
Lemma remainder_root a (s := rne f (sqrt a)) : inF f a -> normal f (sqrt a) ->
  fst (two_product f s s) + snd (two_product f s s) = s * s -> inF f (a - s * s).
Proof.
intros Fa N P. destruct (Req_dec (sqrt a) 0) as [Z|Nz].
{ unfold s. rewrite Z, (rne_id f 0 (inF_0 f)), Rmult_0_l, Rminus_0_r. exact Fa. }
assert (H : bpow radix2 (emin f + prec f - 1) <= Rabs (sqrt a)) by (destruct N; [contradiction|assumption]).
destruct (least_multiple a Fa) as (i & Ea). destruct (least_multiple _ (inF_rne f (s * s))) as (j & Ep).
assert (Fe : inF f (snd (two_product f s s))) by (apply inF_rne; exact G). destruct (least_multiple _ Fe) as (k & Ee).
apply (in_format_of_FLX _ (i - j - k)).
- assert (R := sqrt_error_FLX_N radix2 (prec f) (fun z => negb (Z.even z)) ltac:(lia) a).
  unfold Rsqr in R. unfold s, rne, fx. rewrite round_FLT_FLX by exact H. apply R. apply generic_format_FLX_FLT with (emin f). exact Fa.
- rewrite <- P, Ee. change (fst (two_product f s s)) with (rne f (s * s)). rewrite Ep, Ea, !minus_IZR. ring.
Qed.
(** Numbers within a factor of two of each other have an exact difference. *)
Lemma near_exact x y : inF f x -> inF f y -> Rabs (x - y) <= Rabs x / 2 -> rne f (x - y) = x - y.
Proof.
intros Fx Fy H. apply rne_id; [exact G|]. destruct (Rle_or_lt 0 x) as [P|P].
- apply sterbenz; auto with typeclass_instances. revert H. unfold Rabs. repeat destruct Rcase_abs; intros; split; lra.
- replace (x - y) with (- (- x - - y)) by ring. apply generic_format_opp. apply sterbenz; auto with typeclass_instances.
  + now apply generic_format_opp.
  + now apply generic_format_opp.
  + revert H. unfold Rabs. repeat destruct Rcase_abs; intros; split; lra.
Qed.

Lemma quotient_times x b : b <> 0 -> Rabs (x / b) * Rabs b = Rabs x.
Proof. intros N. rewrite <- Rabs_mult. f_equal. now field. Qed.
Lemma quotient_below x y b : b <> 0 -> Rabs x <= y * Rabs b -> Rabs (x / b) <= y.
Proof. intros N H. apply (Rmult_le_reg_r (Rabs b)); [now apply Rabs_pos_lt|]. now rewrite quotient_times. Qed.

(** [div] by a number: at most 4u^2 / (1 - 2u). *)
Theorem div_number_error ah al b : double_word f ah al -> inF f b -> b <> 0 -> normal f (ah / b) ->
  let q := rne f (ah / b) in
  (q * b <> 0 -> bpow radix2 (emin f + 2 * prec f - 1) <= Rabs (q * b)) ->
  normal f (rne f (ah - q * b + al) / b) ->
  word_for f (div_number f ah al b) ((ah + al) / b) (4 * u f ^ 2 / (1 - 2 * u f)).
Proof.
intros D Fb Nb Nq q Nc Nt. assert (L := low_word f ah al D). destruct D as (Fh & Fl & _). assert (U := u_tiny).
assert (Fq : inF f q) by (apply inF_rne; exact G). assert (C := two_product_exact f q b Fq Fb Nc).
assert (Rem := remainder_number ah b Fh Fb Nq C). fold q in Rem.
assert (Q := relative f _ Nq). fold q in Q.
assert (Fe : inF f (snd (two_product f q b))) by (apply inF_rne; exact G).
assert (Ec : fst (two_product f q b) = rne f (q * b)) by reflexivity.
unfold word_for, div_number. cbv zeta. fold q.
set (p := fst (two_product f q b)) in *. set (e := snd (two_product f q b)) in *.
assert (Fp : inF f p) by (rewrite Ec; apply inF_rne; exact G).
set (A := Rabs ah) in *. assert (A0 : 0 <= A) by apply Rabs_pos.
set (W := u f * A) in *. set (V := u f * W).
assert (HW : 0 <= W <= / 2048 * A) by now apply tinier. assert (HV : 0 <= V <= / 2048 * W) by (apply tinier; lra).
(* every quotient by b is written as its numerator *)
assert (Bq := fun x => quotient_times x b Nb).
assert (R1 : Rabs (ah - q * b) <= W).
{ replace (ah - q * b) with (- ((q - ah / b) * b)) by (now field). rewrite Rabs_Ropp, Rabs_mult.
  apply Rle_trans with (u f * Rabs (ah / b) * Rabs b); [apply Rmult_le_compat_r; [apply Rabs_pos|exact Q]|].
  rewrite Rmult_assoc, Bq. apply Rle_refl. }
assert (HA := Rabs_le_inv _ _ (Rle_refl A)). assert (R1' := Rabs_le_inv _ _ R1). assert (L' := Rabs_le_inv _ _ L).
assert (Ee : Rabs e <= W + V).
{ assert (E := relative f (q * b)). assert (N : normal f (q * b)).
  { destruct (Req_dec (q * b) 0) as [Z|Nz]; [now left|right]. apply Rle_trans with (2 := Nc Nz). apply bpow_le. lia. }
  specialize (E N). rewrite <- Ec in E. replace e with (- (p - q * b)) by lra. rewrite Rabs_Ropp. apply Rle_trans with (1 := E).
  replace (W + V) with (u f * (A + W)) by (unfold V, W; ring). apply up, Rabs_le. lra. }
assert (Ee' := Rabs_le_inv _ _ Ee).
assert (X1 : rne f (ah - p) = ah - p) by (apply near_exact; [exact Fh|exact Fp|]; fold A; apply Rabs_le; lra).
rewrite X1. replace (ah - p - e) with (ah - q * b) by lra. rewrite (rne_id f _ Rem).
set (d := rne f (ah - q * b + al)) in *.
assert (Hd : Rabs (d - (ah - q * b + al)) <= 2 * V).
{ apply Rle_trans with (1 := relative_sum f _ al Rem Fl). replace (2 * V) with (u f * (2 * W)) by (unfold V; ring). apply up, Rabs_le. lra. }
assert (Hd' := Rabs_le_inv _ _ Hd).
set (t := rne f (d / b)). assert (Ft : inF f t) by (apply inF_rne; exact G).
set (Z := u f * V). assert (HZ : 0 <= Z <= / 2048 * V) by (apply tinier; lra).
assert (Ht : Rabs ((t - d / b) * b) <= 2 * V + 2 * Z).
{ rewrite Rabs_mult. apply Rle_trans with (u f * Rabs (d / b) * Rabs b); [apply Rmult_le_compat_r; [apply Rabs_pos|now apply relative]|].
  rewrite Rmult_assoc, Bq. replace (2 * V + 2 * Z) with (u f * (2 * W + 2 * V)) by (unfold Z, V; ring). apply up, Rabs_le. lra. }
assert (Ht' := Rabs_le_inv _ _ Ht).
assert (Eq : t * b = (t - d / b) * b + d) by (now field).
assert (Tm : Rabs t <= Rabs q).
{ apply (Rmult_le_reg_r (Rabs b)); [now apply Rabs_pos_lt|]. rewrite <- !Rabs_mult.
  apply Rle_trans with (A - W).
  - rewrite Eq. apply Rabs_le. lra.
  - replace (q * b) with (ah - (ah - q * b)) by ring. apply Rle_trans with (2 := Rabs_triang_inv _ _). fold A. lra. }
destruct (fast_two_sum_for f five q t Fq Ft Tm) as (-> & Word). split; [exact Word|].
replace (q + t - (ah + al) / b) with ((q * b + t * b - (ah + al)) / b) by (now field).
apply quotient_below; [exact Nb|]. apply Rle_trans with (4 * V + 2 * Z); [rewrite Eq; apply Rabs_le; lra|].
rewrite Rmult_assoc, Bq.
assert (X : A - W <= Rabs (ah + al)).
{ replace (ah + al) with (ah - - al) by ring. apply Rle_trans with (2 := Rabs_triang_inv _ _). rewrite Rabs_Ropp. fold A. lra. }
apply Rle_trans with (4 * u f ^ 2 / (1 - 2 * u f) * (A - W)).
- apply (Rmult_le_reg_r (1 - 2 * u f)); [lra|].
  replace (4 * u f ^ 2 / (1 - 2 * u f) * (A - W) * (1 - 2 * u f)) with (4 * V - 4 * Z) by (unfold Z, V, W; field; lra).
  set (Y := u f * Z). assert (HY : 0 <= Y <= / 2048 * Z) by (apply tinier; lra).
  replace ((4 * V + 2 * Z) * (1 - 2 * u f)) with (4 * V - 6 * Z - 4 * Y) by (unfold Y, Z, V; ring). lra.
- apply Rmult_le_compat_l; [|exact X]. apply Rmult_le_pos; [|apply Rlt_le, Rinv_0_lt_compat; lra].
  apply Rmult_le_pos; [lra|]. apply pow2_ge_0.
Qed.

(** [div] of two double words: at most 14u^2. *)
Theorem div_words_error ah al bh bl : double_word f ah al -> double_word f bh bl -> bh <> 0 -> normal f (ah / bh) ->
  let q := rne f (ah / bh) in
  (bh * q <> 0 -> bpow radix2 (emin f + 2 * prec f - 1) <= Rabs (bh * q)) ->
  normal f (bl * q + snd (two_product f bh q)) ->
  let r := mul_number f bh bl q in
  normal f (rne f (rne f (ah - fst r) + rne f (al - snd r)) / bh) ->
  word_for f (div_words f ah al bh bl) ((ah + al) / (bh + bl)) (14 * u f ^ 2).
Proof.
intros Da Db Nb Nq q Nc Nm r Nt. assert (La := low_word f ah al Da). assert (Lb := low_word f bh bl Db).
assert (Fh := proj1 Da). assert (Fl := proj1 (proj2 Da)). assert (Fb := proj1 Db). assert (U := u_tiny).
assert (Fq : inF f q) by (apply inF_rne; exact G). assert (Q := relative f _ Nq). fold q in Q.
destruct (mul_number_error f five bh bl q Db Fq Nc Nm) as (Dr & Er). fold r in Dr, Er.
unfold word_for, div_words. cbv zeta. fold q. fold r. assert (Lr := low_word f _ _ Dr). destruct Dr as (Frh & Frl & _).
set (rh := fst r) in *. set (rl := snd r) in *.
set (A := Rabs ah) in *. assert (A0 : 0 <= A) by apply Rabs_pos. assert (B0 := Rabs_pos_lt bh Nb).
set (W := u f * A) in *. set (V := u f * W). set (Z := u f * V).
assert (HW : 0 <= W <= / 2048 * A) by now apply tinier. assert (HV : 0 <= V <= / 2048 * W) by (apply tinier; lra).
assert (HZ : 0 <= Z <= / 2048 * V) by (apply tinier; lra).
assert (HA := Rabs_le_inv _ _ (Rle_refl A)). assert (La' := Rabs_le_inv _ _ La).
assert (Bq := fun x => quotient_times x bh Nb).
assert (R1 : Rabs (ah - q * bh) <= W).
{ replace (ah - q * bh) with (- ((q - ah / bh) * bh)) by (now field). rewrite Rabs_Ropp, Rabs_mult.
  apply Rle_trans with (u f * Rabs (ah / bh) * Rabs bh); [apply Rmult_le_compat_r; [apply Rabs_pos|exact Q]|].
  rewrite Rmult_assoc, Bq. apply Rle_refl. }
assert (R1' := Rabs_le_inv _ _ R1).
assert (QB : Rabs (q * bh) <= A + W) by (apply Rabs_le; lra).
assert (QL : Rabs (q * bl) <= W + V).
{ replace (W + V) with (u f * (A + W)) by (unfold V, W; ring). apply Rle_trans with (2 := up _ _ QB). rewrite !Rabs_mult.
  replace (u f * (Rabs q * Rabs bh)) with (Rabs q * (u f * Rabs bh)) by ring. apply Rmult_le_compat_l; [apply Rabs_pos|exact Lb]. }
assert (QL' := Rabs_le_inv _ _ QL).
(* the product of divisor and quotient *)
assert (Yq : Rabs ((bh + bl) * q) <= A + 2 * W + V).
{ replace ((bh + bl) * q) with (q * bh + q * bl) by ring. apply Rle_trans with (1 := Rabs_triang _ _). lra. }
assert (Rho : Rabs (rh + rl - (bh + bl) * q) <= 201 / 100 * V).
{ apply Rle_trans with (1 := Er). apply Rle_trans with (2 * u f ^ 2 / (1 - u f) * (A + 2 * W + V)).
  - apply Rmult_le_compat_l; [|exact Yq]. apply Rmult_le_pos; [|apply Rlt_le, Rinv_0_lt_compat; lra].
    apply Rmult_le_pos; [lra|apply pow2_ge_0].
  - apply (Rmult_le_reg_r (1 - u f)); [lra|]. set (Y := u f * Z). assert (HY : 0 <= Y <= / 2048 * Z) by (apply tinier; lra).
    replace (2 * u f ^ 2 / (1 - u f) * (A + 2 * W + V) * (1 - u f)) with (2 * V + 4 * Z + 2 * Y) by (unfold Y, Z, V, W; field; lra).
    replace (201 / 100 * V * (1 - u f)) with (201 / 100 * V - 201 / 100 * Z) by (unfold Z; ring). lra. }
assert (Rho' := Rabs_le_inv _ _ Rho).
assert (D1 : Rabs (ah + al - (rh + rl)) <= 301 / 100 * W) by (apply Rabs_le; lra).
assert (D1' := Rabs_le_inv _ _ D1).
(* the words of the product *)
assert (Rh : Rabs rh <= 101 / 100 * A).
{ assert (S : Rabs (rh + rl) <= A + 3 * W) by (apply Rabs_le; lra).
  assert (T : Rabs rh - Rabs rl <= Rabs (rh + rl)).
  { replace (rh + rl) with (rh - - rl) by ring. rewrite <- (Rabs_Ropp rl). apply Rabs_triang_inv. }
  assert (R0 := Rabs_pos rh). assert (u f * Rabs rh <= / 2048 * Rabs rh) by (apply Rmult_le_compat_r; lra). lra. }
assert (Rl : Rabs rl <= 101 / 100 * W).
{ apply Rle_trans with (1 := Lr). replace (101 / 100 * W) with (u f * (101 / 100 * A)) by (unfold W; ring). now apply up. }
assert (Rl' := Rabs_le_inv _ _ Rl).
assert (X1 : rne f (ah - rh) = ah - rh) by (apply near_exact; [exact Fh|exact Frh|]; fold A; apply Rabs_le; lra).
rewrite X1 in *. set (g := rne f (al - rl)) in *.
assert (Fg : inF f g) by (apply inF_rne; exact G). assert (Fx : inF f (ah - rh)) by (rewrite <- X1; apply inF_rne; exact G).
assert (Hg : Rabs (g - (al - rl)) <= 201 / 100 * V).
{ assert (S := relative_sum f al (- rl) Fl (generic_format_opp _ _ _ Frl)). apply Rle_trans with (1 := S).
  replace (201 / 100 * V) with (u f * (201 / 100 * W)) by (unfold V; ring). apply up, Rabs_le. lra. }
assert (Hg' := Rabs_le_inv _ _ Hg).
set (d := rne f (ah - rh + g)) in *.
assert (Hd : Rabs (d - (ah - rh + g)) <= 302 / 100 * V).
{ apply Rle_trans with (1 := relative_sum f _ g Fx Fg). replace (302 / 100 * V) with (u f * (302 / 100 * W)) by (unfold V; ring).
  apply up, Rabs_le. lra. }
assert (Hd' := Rabs_le_inv _ _ Hd).
assert (Dm : Rabs d <= 302 / 100 * W) by (apply Rabs_le; lra). assert (Dm' := Rabs_le_inv _ _ Dm).
set (t := rne f (d / bh)). assert (Ft : inF f t) by (apply inF_rne; exact G).
assert (Ht : Rabs ((t - d / bh) * bh) <= 302 / 100 * V).
{ rewrite Rabs_mult. apply Rle_trans with (u f * Rabs (d / bh) * Rabs bh); [apply Rmult_le_compat_r; [apply Rabs_pos|now apply relative]|].
  rewrite Rmult_assoc, Bq. replace (302 / 100 * V) with (u f * (302 / 100 * W)) by (unfold V; ring). now apply up. }
assert (Ht' := Rabs_le_inv _ _ Ht).
assert (Eq : t * bh = (t - d / bh) * bh + d) by (now field).
assert (Tb : Rabs (t * bh) <= 303 / 100 * W) by (rewrite Eq; apply Rabs_le; lra).
assert (Tm : Rabs t <= Rabs q).
{ apply (Rmult_le_reg_r (Rabs bh)); [exact B0|]. rewrite <- !Rabs_mult. apply Rle_trans with (1 := Tb).
  replace (q * bh) with (ah - (ah - q * bh)) by ring. apply Rle_trans with (2 := Rabs_triang_inv _ _). fold A. lra. }
destruct (fast_two_sum_for f five q t Fq Ft Tm) as (-> & Word). split; [exact Word|].
(* (q + t) (bh + bl) - (ah + al): the last summand is t times the low word of the divisor *)
assert (Tl : Rabs (t * bl) <= 303 / 100 * V).
{ replace (303 / 100 * V) with (u f * (303 / 100 * W)) by (unfold V; ring). apply Rle_trans with (2 := up _ _ Tb). rewrite !Rabs_mult.
  replace (u f * (Rabs t * Rabs bh)) with (Rabs t * (u f * Rabs bh)) by ring. apply Rmult_le_compat_l; [apply Rabs_pos|exact Lb]. }
assert (Tl' := Rabs_le_inv _ _ Tl).
assert (Hb : 99 / 100 * Rabs bh <= Rabs (bh + bl)).
{ assert (u f * Rabs bh <= / 2048 * Rabs bh) by (apply Rmult_le_compat_r; lra).
  replace (bh + bl) with (bh - - bl) by ring. apply Rle_trans with (2 := Rabs_triang_inv _ _). rewrite Rabs_Ropp. lra. }
assert (Ny : bh + bl <> 0). { intros Z0. rewrite Z0, Rabs_R0 in Hb. lra. }
assert (E : Rabs ((q + t) * (bh + bl) - (ah + al)) <= 1311 / 100 * V).
{ replace ((q + t) * (bh + bl) - (ah + al)) with
    (((bh + bl) * q - (rh + rl)) + ((t - d / bh) * bh) + (d - (ah - rh + g)) + (g - (al - rl)) + t * bl) by (field; exact Nb).
  apply Rabs_le. lra. }
replace (q + t - (ah + al) / (bh + bl)) with (((q + t) * (bh + bl) - (ah + al)) / (bh + bl)) by (now field).
unfold Rdiv. rewrite !Rabs_mult, Rabs_inv, <- Rmult_assoc.
apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat; now apply Rabs_pos_lt|].
apply Rle_trans with (1 := E).
assert (X : A - W <= Rabs (ah + al)).
{ replace (ah + al) with (ah - - al) by ring. apply Rle_trans with (2 := Rabs_triang_inv _ _). rewrite Rabs_Ropp. fold A. lra. }
apply Rle_trans with (14 * u f ^ 2 * (A - W)).
- replace (14 * u f ^ 2 * (A - W)) with (14 * V - 14 * Z) by (unfold Z, V, W; ring). lra.
- apply Rmult_le_compat_l; [|exact X]. apply Rmult_le_pos; [lra|apply pow2_ge_0].
Qed.

Lemma doubled x : inF f x -> inF f (x + x).
Proof.
intros F. apply inF_elim in F as (m & e & -> & Hm & He); [|exact G].
replace (IZR m * bpow radix2 e + IZR m * bpow radix2 e) with (IZR m * bpow radix2 (e + 1)) by (rewrite bpow_plus; change (bpow radix2 1) with 2; ring).
apply inF_scaled; [exact G|lia|lia].
Qed.

(** [sqrt]: at most 17/4 u^2. *)
Theorem sqrt_word_error ah al : double_word f ah al -> 0 < ah -> normal f (sqrt ah) ->
  let s := rne f (sqrt ah) in
  (s * s <> 0 -> bpow radix2 (emin f + 2 * prec f - 1) <= Rabs (s * s)) ->
  normal f (rne f (ah - s * s + al) / (s + s)) ->
  word_for f (sqrt_word f ah al) (sqrt (ah + al)) (17 / 4 * u f ^ 2).
Proof.
intros D Pa Ns s Nc Nt. assert (L := low_word f ah al D). destruct D as (Fh & Fl & _). assert (U := u_tiny).
assert (Fs : inF f s) by (apply inF_rne; exact G). assert (C := two_product_exact f s s Fs Fs Nc).
assert (Rem := remainder_root ah Fh Ns C). fold s in Rem. assert (S := relative f _ Ns). fold s in S.
unfold word_for, sqrt_word. cbv zeta. fold s. rewrite (rne_id f _ Rem), (rne_id f _ (doubled s Fs)).
set (h := sqrt ah) in *. assert (Ph : 0 < h) by now apply sqrt_lt_R0. assert (Hh : h * h = ah) by (apply sqrt_sqrt; lra).
rewrite (Rabs_pos_eq h) in S by lra. rewrite (Rabs_pos_eq ah) in L by lra.
set (W := u f * h) in *. set (V := u f * W). set (Z := u f * V).
assert (HW : 0 <= W <= / 2048 * h) by (apply tinier; lra). assert (HV : 0 <= V <= / 2048 * W) by (apply tinier; lra).
assert (HZ : 0 <= Z <= / 2048 * V) by (apply tinier; lra).
assert (S' := Rabs_le_inv _ _ S).
replace (u f * ah) with (W * h) in L by (unfold W; rewrite <- Hh; ring). assert (L' := Rabs_le_inv _ _ L).
assert (Wh : W * W <= W * h) by (apply Rmult_le_compat_l; lra). assert (Wh2 : W * h <= / 2048 * h * h) by (apply Rmult_le_compat_r; lra).
set (y := sqrt (ah + al)). assert (Hy : y * y = ah + al) by (apply sqrt_sqrt; lra).
assert (Y : h - W <= y).
{ unfold y. rewrite <- (sqrt_square (h - W)) by lra. apply sqrt_le_1_alt.
  replace ((h - W) * (h - W)) with (ah - 2 * (W * h) + W * W) by (rewrite <- Hh; ring). lra. }
assert (N : Rabs (ah - s * s + al) <= W * (3 * h + W)).
{ apply Rle_trans with (1 := Rabs_triang _ _). replace (ah - s * s) with ((h - s) * (h + s)) by (rewrite <- Hh; ring).
  rewrite Rabs_mult. replace (W * (3 * h + W)) with (W * (2 * h + W) + W * h) by ring. apply Rplus_le_compat; [|exact L].
  apply Rmult_le_compat; [apply Rabs_pos|apply Rabs_pos|rewrite Rabs_minus_sym; exact S|apply Rabs_le; lra]. }
assert (N2 : s + s <> 0) by lra. assert (Bq := fun x => quotient_times x (s + s) N2).
assert (A2 : Rabs (s + s) = s + s) by (apply Rabs_pos_eq; lra).
set (n := ah - s * s + al) in *.
assert (Bn : Rabs (n / (s + s)) <= 151 / 100 * W).
{ apply quotient_below; [exact N2|]. rewrite A2. apply Rle_trans with (1 := N).
  replace (151 / 100 * W * (s + s)) with (W * (302 / 100 * s)) by field. apply Rmult_le_compat_l; lra. }
set (d := rne f n) in *.
assert (Bd : Rabs ((d - n) / (s + s)) <= 151 / 100 * V).
{ apply quotient_below; [exact N2|]. apply Rle_trans with (u f * Rabs n); [now apply relative_sum|].
  rewrite <- (Bq n), <- Rmult_assoc. apply Rmult_le_compat_r; [apply Rabs_pos|].
  replace (151 / 100 * V) with (u f * (151 / 100 * W)) by (unfold V; ring). now apply up. }
assert (Bn' := Rabs_le_inv _ _ Bn). assert (Bd' := Rabs_le_inv _ _ Bd).
assert (E1 : d / (s + s) = n / (s + s) + (d - n) / (s + s)) by (now field).
set (t := rne f (d / (s + s))) in *. assert (Ft : inF f t) by (apply inF_rne; exact G).
assert (Bt : Rabs (t - d / (s + s)) <= 151 / 100 * V + 151 / 100 * Z).
{ apply Rle_trans with (1 := relative f _ Nt).
  replace (151 / 100 * V + 151 / 100 * Z) with (u f * (151 / 100 * W + 151 / 100 * V)) by (unfold Z, V; ring). apply up.
  rewrite E1. apply Rabs_le. lra. }
assert (Bt' := Rabs_le_inv _ _ Bt).
assert (Tm : Rabs t <= Rabs s) by (rewrite (Rabs_pos_eq s) by lra; apply Rabs_le; lra).
destruct (fast_two_sum_for f five s t Fs Ft Tm) as (-> & Word). split; [exact Word|].
(* what Newton's step leaves: (s - y)^2 / 2s *)
assert (Dy : Rabs (s - y) <= 151 / 100 * W).
{ apply (Rmult_le_reg_r (s + y)); [lra|]. rewrite <- (Rabs_pos_eq (s + y)) at 1 by lra. rewrite <- Rabs_mult.
  replace ((s - y) * (s + y)) with (- n) by (unfold n; transitivity (s * s - y * y); [rewrite Hy; ring|ring]).
  rewrite Rabs_Ropp. apply Rle_trans with (1 := N).
  replace (151 / 100 * W * (s + y)) with (W * (151 / 100 * (s + y))) by ring. apply Rmult_le_compat_l; lra. }
assert (Nn : Rabs ((s - y) * (s - y) / (s + s)) <= 115 / 100 * V).
{ apply quotient_below; [exact N2|]. rewrite A2, Rabs_mult. apply Rle_trans with (151 / 100 * W * (151 / 100 * W)).
  - apply Rmult_le_compat; try apply Rabs_pos; exact Dy.
  - replace (151 / 100 * W * (151 / 100 * W)) with (V * (22801 / 10000 * h)) by (unfold V, W; field).
    replace (115 / 100 * V * (s + s)) with (V * (230 / 100 * s)) by field. apply Rmult_le_compat_l; lra. }
assert (Nn' := Rabs_le_inv _ _ Nn).
assert (E : s + t - y = (t - d / (s + s)) + (d - n) / (s + s) + (s - y) * (s - y) / (s + s)).
{ assert (Q : (s - y) * (s - y) / (s + s) = s + n / (s + s) - y).
  { unfold n. replace (ah - s * s + al) with (y * y - s * s) by (rewrite Hy; ring). now field. }
  rewrite Q, E1. ring. }
rewrite E. apply Rle_trans with (418 / 100 * V); [apply Rabs_le; lra|].
rewrite (Rabs_pos_eq y) by lra. apply Rle_trans with (17 / 4 * u f ^ 2 * (h - W)).
- replace (17 / 4 * u f ^ 2 * (h - W)) with (17 / 4 * V - 17 / 4 * Z) by (unfold Z, V, W; field). lra.
- apply Rmult_le_compat_l; [|exact Y]. apply Rmult_le_pos; [lra|apply pow2_ge_0].
Qed.
End Quotients.
