(** A number format as Flocq sees it: precision and least exponent. The rows themselves are generated from
    [formats.def] into [generated.Rows]. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core.
Local Open Scope Z_scope.

(** [emin] is the exponent of the least subnormal, [emax] bounds finite values: |x| < 2^emax; [maxfin] is the
    largest finite value as (significand, exponent). *)
Record fmt := Fmt { prec : Z; emin : Z; max_sig : Z; max_exp : Z }.

(** Exponent function, unbounded above: overflow is treated separately. *)
Definition fx (f : fmt) : Z -> Z := FLT_exp (emin f) (prec f).
Definition inF (f : fmt) (x : R) : Prop := generic_format radix2 (fx f) x.
Definition maxfin (f : fmt) : R := (IZR (max_sig f) * bpow radix2 (max_exp f))%R.
(** Values that the format really holds. *)
Definition is_value (f : fmt) (x : R) : Prop := inF f x /\ (Rabs x <= maxfin f)%R.
Definition rne (f : fmt) (x : R) : R := round radix2 (fx f) ZnearestE x.
Definition rdn (f : fmt) (x : R) : R := round radix2 (fx f) Zfloor x.
Definition rup (f : fmt) (x : R) : R := round radix2 (fx f) Zceil x.
Definition rtz (f : fmt) (x : R) : R := round radix2 (fx f) Ztrunc x.
(** Unit roundoff: half an ulp of one. *)
Definition u (f : fmt) : R := bpow radix2 (- prec f).

(** A hypothesis that [auto] can supply for every row by computation. *)
Class Good (f : fmt) : Prop := good : (0 <? prec f) && (emin f <=? 0) = true.

Global Instance good_prec f {G : Good f} : Prec_gt_0 (prec f).
Proof. unfold Prec_gt_0. red in G. apply andb_prop in G as [G _]. now apply Z.ltb_lt in G. Qed.
Global Instance valid_fx f {G : Good f} : Valid_exp (fx f).
Proof. apply FLT_exp_valid. exact (good_prec f). Qed.
Global Instance monotone_fx f : Monotone_exp (fx f) := FLT_exp_monotone (emin f) (prec f).
Lemma emin_nonpos f {G : Good f} : emin f <= 0.
Proof. red in G. apply andb_prop in G as [_ G]. now apply Z.leb_le in G. Qed.
Lemma prec_pos f {G : Good f} : 0 < prec f.
Proof. exact (good_prec f). Qed.

Lemma u_pos f : (0 < u f)%R.
Proof. apply bpow_gt_0. Qed.
Lemma inF_bpow f {G : Good f} e : emin f <= e -> inF f (bpow radix2 e).
Proof. intros. apply generic_format_FLT_bpow; [apply good_prec; exact G|assumption]. Qed.
Lemma inF_0 f : inF f 0.
Proof. apply generic_format_0. Qed.
Lemma inF_rne f {G : Good f} x : inF f (rne f x).
Proof. apply generic_format_round; auto with typeclass_instances. Qed.
Lemma rne_id f {G : Good f} x : inF f x -> rne f x = x.
Proof. apply round_generic; auto with typeclass_instances. Qed.
Lemma rne_le f {G : Good f} x y : (x <= y)%R -> (rne f x <= rne f y)%R.
Proof. apply round_le; auto with typeclass_instances. Qed.
Lemma rne_opp f x : rne f (- x) = (- rne f x)%R.
Proof. apply round_NE_opp. Qed.

(** Anything of the shape m 2^e with a significand of at most [prec] bits is in the format. *)
Lemma inF_scaled f {G : Good f} m e : Z.abs m <= 2 ^ prec f -> emin f <= e -> inF f (IZR m * bpow radix2 e).
Proof.
intros Hm He. destruct (Z.eq_dec (Z.abs m) (2 ^ prec f)) as [E|E].
- apply generic_format_abs_inv.
  rewrite Rabs_mult, <- abs_IZR, E, (IZR_Zpower radix2), (Rabs_pos_eq (bpow _ _)), <- bpow_plus
    by (apply bpow_ge_0 || (generalize (prec_pos f); lia)).
  apply inF_bpow; [exact G|generalize (prec_pos f); lia].
- apply generic_format_FLT. exists (Float radix2 m e); unfold Fnum, Fexp; [reflexivity| |exact He].
  change (radix_val radix2) with 2. lia.
Qed.
Lemma inF_elim f {G : Good f} x : inF f x ->
  exists m e, (x = IZR m * bpow radix2 e)%R /\ Z.abs m < 2 ^ prec f /\ emin f <= e.
Proof.
intros H. apply FLT_format_generic in H; [|apply good_prec; exact G].
destruct H as [[m e] H1 H2 H3]. exists m, e. split; [exact H1|]. split; [exact H2|exact H3].
Qed.

(** Rounding of a number whose binade is known, by its scaled distance to an integer. *)
Lemma rne_in_binade f {G : Good f} x z e : emin f <= e ->
  (bpow radix2 (e + prec f - 1) <= Rabs x < bpow radix2 (e + prec f))%R ->
  (Rabs (x * bpow radix2 (- e) - IZR z) < / 2)%R -> rne f x = (IZR z * bpow radix2 e)%R.
Proof.
intros He Hx Hz. unfold rne, round, F2R, scaled_mantissa, Fnum, Fexp.
assert (C : cexp radix2 (fx f) x = e).
{ unfold cexp. rewrite (mag_unique radix2 x (e + prec f)) by exact Hx. unfold fx, FLT_exp. lia. }
rewrite C. now rewrite (Znearest_imp _ _ z Hz).
Qed.
(** The tie: half way between two neighbours the even one is taken. *)
Lemma rne_tie f {G : Good f} x z e : emin f <= e ->
  (bpow radix2 (e + prec f - 1) <= Rabs x < bpow radix2 (e + prec f))%R ->
  (x * bpow radix2 (- e) = IZR z + / 2)%R -> rne f x = (IZR (if Z.even z then z else z + 1) * bpow radix2 e)%R.
Proof.
intros He Hx Hz. unfold rne, round, F2R, scaled_mantissa, Fnum, Fexp.
assert (C : cexp radix2 (fx f) x = e).
{ unfold cexp. rewrite (mag_unique radix2 x (e + prec f)) by exact Hx. unfold fx, FLT_exp. lia. }
rewrite C, Hz. f_equal. f_equal.
assert (Fl : Zfloor (IZR z + / 2) = z) by (apply Zfloor_imp; rewrite plus_IZR; lra).
unfold Znearest. rewrite Fl. replace (IZR z + / 2 - IZR z)%R with (/ 2)%R by ring.
rewrite Rcompare_Eq by reflexivity. destruct (Z.even z); simpl; [reflexivity|].
rewrite Zceil_floor_neq, Fl; [reflexivity|]. rewrite Fl. lra.
Qed.
