(** GRAD-2: Jacobi's formula, d log det, and d of the inverse, over any commutative ring. *)
From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.

Section Jacobi.
Variable R : comRingType.

Lemma deriv_prod_seq (I : eqType) (r : seq I) (F : I -> {poly R}) : uniq r ->
  (\prod_(i <- r) F i)^`() = \sum_(i <- r) (F i)^`() * \prod_(j <- r | j != i) F j.
Proof.
elim: r => [_|x r IH /andP[xr ur]]; first by rewrite !big_nil derivC.
rewrite big_cons derivM IH // big_cons; congr (_ + _).
- rewrite big_cons eqxx /=; congr (_ * _).
  rewrite [LHS]big_seq [RHS]big_seq_cond; apply: eq_bigl => j.
  by case jr: (j \in r) => //=; apply/esym/eqP => E; move: xr; rewrite -E jr.
- rewrite mulr_sumr [LHS]big_seq [RHS]big_seq; apply: eq_bigr => i ir.
  rewrite big_cons ifT; last by apply/eqP => E; move: xr; rewrite E ir.
  by rewrite mulrCA.
Qed.

Variable n : nat.
Implicit Types A E : 'M[R]_n.

(** A + t E with entries in the polynomials in t. *)
Definition line A E : 'M[{poly R}]_n := \matrix_(i, j) ((A i j)%:P + E i j *: 'X).
Definition with_row A E i0 : 'M[R]_n := \matrix_(i, j) (if i == i0 then E i j else A i j).

Lemma trace_adjugate A E : \tr (\adj A *m E) = \sum_i \det (with_row A E i).
Proof.
rewrite mxtrace_mulC /mxtrace; apply: eq_bigr => i _.
rewrite mxE (expand_det_row _ i); apply: eq_bigr => j _.
rewrite !mxE eqxx; congr (_ * _); rewrite /cofactor; congr (_ * \det _).
by apply/matrixP => a b; rewrite !mxE eq_sym (negbTE (neq_lift _ _)).
Qed.

(** d/dt det(A + t E) at 0 is tr(adj(A) E). *)
Theorem jacobi A E : (\det (line A E))^`().[0] = \tr (\adj A *m E).
Proof.
rewrite trace_adjugate /determinant raddf_sum /= horner_sum exchange_big /=; apply: eq_bigr => s _.
rewrite -mulr_sumr.
have -> : ((-1) ^+ s * \prod_i line A E i (s i))^`() = (-1) ^+ s * (\prod_i line A E i (s i))^`().
  by rewrite -[(-1) ^+ s]/((- 1%:P) ^+ s) -polyCN -rmorphX /= mul_polyC derivZ mul_polyC.
rewrite hornerM -[(-1) ^+ s]/((- 1%:P) ^+ s) -polyCN -rmorphX /= hornerC; congr (_ * _).
rewrite deriv_prod_seq ?index_enum_uniq // horner_sum; apply: eq_bigr => i _.
rewrite hornerM mxE derivD derivC add0r derivZ derivX hornerZ hornerC mulr1.
rewrite horner_prod [RHS](bigD1 i) //= mxE eqxx; congr (_ * _).
by apply: eq_bigr => j ji; rewrite !mxE (negbTE ji) !hornerE.
Qed.
End Jacobi.

(** d log det A = tr(A^-1 dA), so the gradient of log det is A^-T. *)
Theorem log_det_derivative (F : fieldType) n (A E : 'M[F]_n) : A \in unitmx ->
  (\det (line A E))^`().[0] / \det A = \tr (invmx A *m E).
Proof. by move=> uA; rewrite jacobi /invmx uA -scalemxAl mxtraceZ mulrC. Qed.

(** A^-1 - t A^-1 E A^-1 is the inverse of A + t E up to t^2. *)
Theorem inverse_derivative (R : comUnitRingType) n (A E : 'M[R]_n) (t : R) : A \in unitmx ->
  (A + t *: E) *m (invmx A - t *: (invmx A *m E *m invmx A))
   = 1%:M - (t ^+ 2) *: (E *m invmx A *m E *m invmx A).
Proof.
move=> uA; rewrite mulmxBr !mulmxDl mulmxV // -!scalemxAl -!scalemxAr !mulmxA mulmxV // mul1mx.
by rewrite scalerA expr2 opprD addrA addrK.
Qed.

(** The trace rule that turns differentials into gradients: d tr(B A) = tr(B dA), and tr(M N) = tr(N M). *)
Theorem trace_rules (R : comRingType) m n (A E : 'M[R]_(m, n)) (B : 'M[R]_(n, m)) (t : R) :
  \tr (B *m (A + t *: E)) = \tr (B *m A) + t * \tr (B *m E) /\ \tr (B *m A) = \tr (A *m B).
Proof.
split; last exact: mxtrace_mulC.
by rewrite mulmxDr mxtraceD -scalemxAr mxtraceZ.
Qed.
