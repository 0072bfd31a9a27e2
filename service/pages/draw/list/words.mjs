/**
 * The words by which a list tells what its columns and rows are, by what they mean. A heading is compared as
 * `normalize` writes it.
 */
// @ts-check

/**
 * Return a text in small letters, its words parted by single blanks, without other signs: "E-Mail:" is "e mail".
 * @param {string} text
 */
export const normalize = (text) =>
  text
    .normalize()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();

/**
 * Return the words in texts that have them between commas, normalized: ["e mail", "phone"] of "E-mail, phone".
 * @param {...string} texts
 */
const wordsOf = (...texts) =>
  texts.join(",").split(",").map(normalize).filter(Boolean);

/** Words for a name: alone, at the beginning, or within a heading. */
export const NOUNS = wordsOf(
  "name, names, fullname, namen, nom, noms, nombre, nombres, nome, nomi, naam, nama, navn, namn, nimi, imię, imie, nazwisko, jméno, meno, név, nume, ime, prezime",
  "имя, фио, фамилия, імя, піб, όνομα, ονοματεπώνυμο, isim, isimler, 姓名, 名字, 氏名, 名前, お名前, 이름, 성명, الاسم, اسم, שם, नाम, ชื่อ, tên, họ và tên",
);

/** Words for a person. */
export const PERSONS = wordsOf(
  "player, players, participant, participants, member, members, attendee, attendees, person, people, student, students, pupil, pupils, guest, guests, employee, employees, candidate, candidates, applicant, applicants, entrant, entrants, competitor, competitors, volunteer, volunteers, learner, learners",
  "spieler, spielerin, teilnehmer, teilnehmerin, teilnehmende, mitglied, mitglieder, schüler, schülerin, schülerinnen, gast, gäste, personen, kandidat, bewerber, bewerberin, bewerbende, mitarbeiter, läufer",
  "joueur, joueurs, participant e, participante, membre, membres, élève, élèves, personne, personnes, invité, invités, candidat, candidats, étudiant, étudiants",
  "jugador, jugadores, participante, participantes, socio, miembro, alumno, alumna, alumnos, persona, personas, invitado, invitados, candidato, candidatos, solicitante, solicitantes, estudiante, estudiantes, asistente, asistentes",
  "partecipante, partecipanti, studente, studenti, aluno, alunos, pessoa, deelnemer, deelnemers, persoon, leerling, uczestnik, osoba, deltagare, deltager, účastník, žák, участник, участники, ученик, студент, 参加者, 学生, 참가자, ad soyad, adı soyadı, peserta, siswa",
);

/** Words for how somebody is called where there is no name. */
export const ACCOUNTS = wordsOf(
  "user, username, user name, nickname, handle, login, account, benutzer, benutzername, pseudo, pseudonyme, identifiant, usuario, nombre de usuario, discord, twitter, instagram",
);

export const FIRST_NAMES = wordsOf(
  "first name, firstname, fname, first, given, given name, given names, forename, name first, vorname, vornamen, prénom, prenom, prénoms, nombre de pila, primer nombre, voornaam, fornavn, förnamn, křestní jméno, ad, adı, keresztnév, etunimi",
);
export const LAST_NAMES = wordsOf(
  "last name, lastname, lname, last, surname, family name, name last, nachname, familienname, zuname, nom de famille, apellido, apellidos, cognome, sobrenome, apelido, achternaam, nazwisko, etternavn, efternavn, efternamn, příjmení, фамилия, soyad, soyadı, vezetéknév, sukunimi, prezime",
);

/** Words that say of whom or of what else a name is: "Team name", "Name of the school". */
export const OF_OTHERS = wordsOf(
  "event, team, club, company, organisation, organization, school, class, course, group, meeting, file, product, item, ticket, parent, guardian, mother, father, emergency, contact, teacher, coach, captain, instructor, host, organizer, sponsor, buyer, purchaser, account, bank, street, city, country, state, department, project, domain, user, middle, list, tag, type, room, section, campaign, referral, ad, form, manager, supervisor, billing, shipping",
  "verein, vereins, vereinsname, schule, klasse, firma, eltern, lehrer, mannschaft, gruppe, kurs, veranstaltung, école, classe, équipe, société, entreprise, parent, événement, escuela, equipo, empresa, padre, madre, curso, grupo, evento, usuario, fichero",
);

/** Words of counting: a number below says how many tickets somebody has. */
export const COUNTS = wordsOf(
  "entries, entry count, chances, number of entries, weight, weights, quantity, qty, count, copies, anzahl, gewicht, gewichtung, menge, stückzahl, chancen, poids, quantité, qté, chances, cantidad, peso, participaciones, quantità, aantal, antal, ilość, количество, 数量",
);
/** Those of them that may also be of a body. */
export const WEIGHTS = wordsOf("weight, weights, gewicht, poids, peso");
export const BODIES = wordsOf(
  "height, größe, grösse, taille, altura, estatura, age, alter, edad, âge, bmi",
);

export const TICKETS = wordsOf(
  "tickets, entries, lose, billets, boletos, papeletas, biglietti, bilhetes, loten, losy, lístky, lott, rifas, números comprados, raffles, coupons, gutscheine",
);
export const TICKET = wordsOf(
  "ticket, entry, los, lot, losnummer, billet, boleto, papeleta, biglietto, bilhete, lístek, rifa, coupon, loose, startlos, ticketnummer, ticketnr, losnr",
);
/** Words that make of a heading with tickets something else than their number or their numbers. */
export const NO_TICKETS = wordsOf(
  "price, preis, prix, precio, cost, fee, amount, betrag, montant, type, typ, tipo, category, class, id, code, barcode, url, link, date, status, holder, name, tier, email, seller, buyer, revenue, value, currency, group, time, sold by, art",
);

export const PARTNERS = wordsOf(
  "partner, spouse, husband, wife, significant other, partnerin, ehepartner, ehemann, ehefrau, conjoint, conjointe, partenaire, cónyuge, esposo, esposa",
);
export const EXCLUDED = wordsOf(
  "avoid, avoids, evitados, evitar, vermeiden, éviter, restriction, restrictions, restricciones, restrições, exclude, excludes, excluded, exclusion, exclusions, not, cannot draw, blacklist, forbidden, ausschluss, ausgeschlossen, nicht, exclure, exclus, excluir, excluido, excluidos, exclusión",
);
export const POTS = wordsOf(
  "pot, pots, topf, töpfe, lostopf, chapeau, chapeaux, bombo, bombos",
);
export const APART = [
  ...POTS,
  ...wordsOf(
    "not together, apart, family, families, family unit, couple, couples, household, nicht zusammen, getrennt, familie, familien, paar, paare, haushalt",
  ),
  ...wordsOf(
    "pas ensemble, séparer, famille, familles, foyer, no juntos, separar, familia, familias, pareja, parejas, hogar",
  ),
  ...PARTNERS,
  ...EXCLUDED,
];
export const OTHERS = wordsOf(
  "country, nation, nationality, club, class, school, team, department, region, email, e mail, phone, gender, company, group, section, id, date",
  "land, nationalität, verein, klasse, schule, mannschaft, abteilung, telefon, geschlecht, firma, gruppe, datum",
  "pays, nationalité, classe, école, équipe, service, région, courriel, téléphone, sexe, groupe",
  "país, nacionalidad, clase, escuela, colegio, equipo, departamento, región, correo, teléfono, sexo, grupo, categoría",
  "artist, interpret, artiste, artista, album, genre, category, kategorie, catégorie, confederation, konföderation, kelas, sinif, sınıf, turma, klas, třída, klasa, класс, группа",
);
export const STRENGTHS = wordsOf(
  "rating, ratings, elo, dwz, handicap, points, score, strength, skill, level, ranking, punkte, stärke, spielstärke, niveau, classement, puntos, nivel, fuerza, puntuación",
);
/** Words for what is drawn where nobody is: songs, films, prizes. */
export const TITLES = wordsOf(
  "title, song, track, movie, film, book, prize, option, topic, titel, lied, buch, preis, thema, titre, chanson, livre, sujet, título, canción, película, libro, premio, tema",
);

export const TEAMS = wordsOf(
  "team, teams, mannschaft, mannschaften, équipe, équipes, equipo, equipos",
);

/** Words of headings below which is who may be meant: who has paid, is there, or said yes. */
export const FILTERS = wordsOf(
  "paid, payment, present, absent, absence, attending, attended, attend, attendance, attends, rsvp, status, state of registration, confirmed, cancelled, canceled, active, inactive, eligible, going, coming, checkin, checked, check in, refunded, waitlist, waitlisted, waiting list, accepted, approved, approval, verified, valid, invited, response, unsubscribed, subscribed, deleted, excluded, opt out, disqualified, dropped, withdrawn, participating, joined",
  "bezahlt, anwesend, abwesend, zugesagt, zusage, absage, abgesagt, teilnahme, nimmt teil, bestätigt, aktiv, storniert, dabei, kommt, angemeldet, abgemeldet, rückmeldung, eingecheckt, zahlung",
  "payé, paye, présent, présence, absent, statut, confirmé, inscrit, annulé, actif, participe, réponse, vient, règlement, paiement, état",
  "pagado, pago, presente, ausente, asistencia, asiste, asistió, estado, confirmado, confirmada, activo, inscrito, cancelado, respuesta, viene, absen, kehadiran, situação, presença, situatie, betaald, aanwezig",
);
/** What stands below such a heading, or below any, if it is one of two answers. */
export const YES = wordsOf(
  "yes, y, on, true, x, ja, j, oui, o, sí, si, sim, wahr, vrai, verdadero, present, paid, attending, going, confirmed, active, accepted, approved, anwesend, bezahlt, zugesagt, présent, payé, presente, pagado, attended, checked in, evet, да, 是, 1, ok",
);
export const NO = wordsOf(
  "no, n, off, false, nein, non, não, falsch, faux, falso, absent, unpaid, not attending, not going, cancelled, inactive, declined, abwesend, abgesagt, hayır, нет, 否, 0, maybe, vielleicht, peut être, quizás, tentative",
);

/** Words for a row that adds others up; those that may be a name are one only at the end. */
export const TOTALS = wordsOf(
  "total, totals, grand total, subtotal, sub total, overall total, total score, gesamt, gesamtsumme, insgesamt, zwischensumme, endsumme, total général, sous total, totaux, suma total, total general, totale, totaal, totalt, итого, всего, 合计, 总计, 合計, 합계, razem, celkem, toplam, összesen, yhteensä, jumlah",
);
export const SUMS = wordsOf(
  "sum, summe, somme, suma, soma, count, anzahl, average, mean, durchschnitt, mittelwert, moyenne, promedio, média, media, median, overall average, gemiddelde, class average, standard deviation",
);

/** What begins a sentence on the list: who printed it, and when. */
export const NOTE = new RegExp(
  `^(?:${[
    ...[
      "printed (?:on|by|at)",
      "generated (?:on|by|at|with|from)",
      "exported (?:on|by|at|from)",
      "created (?:on|by|at|with)",
      "report (?:generated|created|date)",
      "downloaded",
      "last updated",
      "updated (?:on|at)",
      "source:",
      "page \\d+",
      "end of (?:list|report|file)",
      "as of \\d",
      "notes?:",
      "©",
      "copyright\\b",
      "date:",
      "points possible",
    ],
    ...[
      "gedruckt",
      "ausgedruckt",
      "erstellt (?:am|von|mit)",
      "stand:",
      "stand \\d",
      "exportiert",
      "seite \\d+",
      "quelle:",
      "druckdatum",
      "hinweise?:",
    ],
    ...[
      "imprimé",
      "généré",
      "édité le",
      "exporté",
      "extrait le",
      "source :",
      "mis à jour",
      "remarques? :",
    ],
    ...[
      "impreso",
      "generado",
      "exportado",
      "creado (?:el|por)",
      "fuente:",
      "página \\d+",
      "actualizado",
      "notas?:",
    ],
  ].join("|")})`,
  "iu",
);
