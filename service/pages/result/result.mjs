/** A result on one plain screen: what was drawn or dealt for whom, when, who chose, and one sign. */
import { escapeInvisible } from "../../../verify/core/texts.mjs";
import { listenToFiles, saveFile } from "../shared/files.mjs";
import { LongLink, readFragment } from "../shared/fragments.mjs";
import { toTitle } from "../shared/labels.mjs";
import { MAX_TEXT, pack, unpack } from "../shared/packed.mjs";
import { $, ROOT, create, createPairs } from "../shared/page.mjs";
import { findText, formatTime, t } from "../shared/texts.mjs";

const NAME = /^(?:\p{Lu}|\p{Lo})[\p{L}\p{M}.'’-]*(?: [\p{L}\p{M}.'’-]+){0,4}$/u; // of a person
const MAX_PROOF = 30_000; // characters of a link

let latest = 0; // number of the latest check: results of earlier ones are dropped
let draw; // what the link or the file has: of a sealed draw or deal, or of one from a seed
let content; // what was opened, to be saved or named by its digest
let awaited; // the digest of the file that a code asks for, if it does
let own; // the fragment of this page for the draw, "" if there is none
let link; // the fragment of the page Verify for the draw, "" if there is none
let items; // the list that the reader opened, if it is the sealed one
let listNote; // what was found of the list that the reader opened last
let confirmed = new Set(); // the names of what the reader confirmed

class NotLoaded extends Error {}

/** Return the module of a promise. A failure, as without a network, is told in words. */
const loadPart = (loading) =>
  loading.catch(() => {
    throw new NotLoaded(t("result.notLoaded"));
  });

/** Load the modules that check. */
async function load() {
  const parts = await loadPart(
    Promise.all([
      import("./outcome.mjs"),
      import("./arrange.mjs"),
      import("./titles.mjs"),
      import("../draw/result.mjs"),
      import("../draw/beacon.mjs"),
    ]),
  );
  return Object.assign({}, ...parts);
}

/** Show the sign: the word of a state, or another, and a sentence. */
function showSign(state, says, word = t(`result.sign.${state}`)) {
  $("#outcome").dataset.state = state;
  if (state === "busy")
    $("#shown").replaceChildren(
      create("p.soft", { "aria-hidden": "true" }, word),
    ); // where the result will be: the sign behind it would move
  $("#sign").replaceChildren(
    create("span.mark", { "aria-hidden": "true" }),
    create("p", create("strong", word), " ", says),
  );
}

function clear() {
  $("#title").textContent = document.title.split(" · ")[0];
  $("#kind").hidden = $("#shown-title").hidden = true;
  $("#checked").hidden = true;
  for (const part of ["#checked", "#warnings", "#shown", "#more"])
    $(part).replaceChildren();
}

function showEmpty() {
  clear();
  if (awaited) showSign("empty", t("result.askSays"), t("result.ask"));
  else showSign("empty", t("result.emptySays"));
  $("#more").append(createOpener());
}

/** Create the field and the button that open what the reader has. A file can also be dropped anywhere. */
const createOpener = () => {
  const open = ({ target: { value }, data }) =>
    value.trim() && data?.length !== 1 && openText(value); // not while it is typed
  return create("div.field.opener", [
    create("label", { for: "pasted" }, t("result.paste")),
    create("textarea", {
      id: "pasted",
      rows: 2,
      autocomplete: "off",
      spellcheck: "false",
      oninput: open,
    }),
    create("p.buttons", createFileButton(t("result.openFile"), openText)),
    awaited && create("p.soft", t("result.digest"), " ", createDigest(awaited)),
  ]);
};

function showRefused(says) {
  clear();
  showSign("refused", `${says} ${t("result.refusedSays")}`);
  $("#more").append(create("p.buttons", createProofLink()), createOpener());
}

/** Create a button that opens a text file. */
function createFileButton(label, open) {
  const input = create("input", {
    type: "file",
    accept: ".txt,.csv,.json,text/plain,application/json",
    "aria-label": label,
    tabindex: -1,
    hidden: true,
  });
  input.addEventListener(
    "change",
    async () => input.files[0] && open(await input.files[0].text()),
  );
  return [create("button", { onclick: () => input.click() }, label), input];
}

const createProofLink = () =>
  link &&
  create(
    "a.button",
    { href: `${ROOT}verify${link}`, title: t("result.proofNote") },
    draw && !draw.file ? t("result.showSeal") : t("result.showProof"),
  );

/** Return whether a receipt leaves hands hidden: it has no secret of the service. */
const isPartial = ({ server_seed: secret }) => (secret ?? null) === null;

const isOfCards = () => Object.hasOwn(draw.terms ?? {}, "deck");

const loadCodes = () => loadPart(import("../shared/codes.mjs"));

/** Check the draw, and show it. */
async function show() {
  const mine = ++latest;
  const tools = await load();
  const outcome = await judgeDraw(tools);
  if (mine !== latest) return;
  const { occasion, what, round } = nameDraw(tools, outcome);
  clear();
  $("#title").textContent = escapeInvisible(occasion ?? what);
  $("#kind").hidden = occasion === undefined || what === undefined;
  $("#kind").textContent = escapeInvisible(what ?? "");
  showSign(outcome.state, outcome.says, outcome.word);
  $("#checked").append(
    ...[awaited && t("result.checked.digest"), ...(outcome.checked ?? [])]
      .filter(Boolean)
      .map((sentence) => create("li", sentence)),
  );
  $("#checked").hidden = !$("#checked").childElementCount;
  const warnings = [
    tools.hasWrongTimes(draw.screen) && t("result.wrongTimes"),
    ...(outcome.warnings ?? []),
  ].filter(Boolean);
  $("#warnings").append(
    ...warnings.map((sentence) => create("p.problem", sentence)),
  );
  if (outcome.result) tools.showResult(outcome.result);
  if (outcome.deals) {
    const { renderDeals } = await loadPart(import("./hands.mjs"));
    Object.assign($("#shown"), { className: "" }).replaceChildren(
      ...renderDeals(outcome.deals),
    );
  }
  const url = round && tools.getRoundUrl(round);
  const due = round && tools.getDue(Number(round));
  $("#shown-title").hidden = $("#shown").childElementCount === 0;
  if (outcome.state !== "invalid") {
    const parts = draw.planned
      ? [createWhen(outcome, due), createWhoPlanned(outcome, url)]
      : draw.isSeeded
        ? [createOrigin(), createSeededWho(outcome)]
        : [
            createWhen(outcome, due),
            !outcome.isDrawn && createWho(outcome, { round, url }),
          ];
    $("#more").append(...[...parts, createListPart(outcome)].filter(Boolean));
  }
  const title = $("#title").textContent;
  const save = () => saveFile("proof.json", JSON.stringify(content, null, 1));
  const show = async () => {
    const shown = { title, link: `${ROOT}result${own}`, file: content, save };
    await loadCodes().then(
      ({ showCode }) => showCode(shown),
      (error) =>
        $("#warnings").replaceChildren(
          create("p.problem", { role: "alert" }, error.message),
        ),
    );
  };
  const isFound = outcome.state !== "invalid";
  $("#more").append(
    create(
      "p.buttons",
      createProofLink(),
      isFound && create("button", { onclick: show }, t("result.code")),
      create("button", { onclick: save }, t("draw.public.saveProof")),
      createAgainLink(),
    ),
  );
}

/** Check the draw, and return its outcome. */
async function judgeDraw({ judge, noteSeal }) {
  const { commitment, terms, file, isSeeded } = draw;
  if (draw.planned)
    return (await loadPart(import("./planned.mjs"))).judgePlanned(draw, {
      items,
      confirmed,
    });
  if (isSeeded)
    return (await loadPart(import("./seeded.mjs"))).judgeSeeded(draw, items);
  return file
    ? judge(draw, { items, confirmed })
    : noteSeal({ commitment, terms });
}

/** Return what a draw or a deal is called: its `occasion`, `what` was drawn, and the `round` that decides it, if any. */
function nameDraw({ parseLabel, translateWords }, { title, deals }) {
  const { label } = draw.terms ?? {};
  if (draw.planned)
    return {
      occasion: draw.planned.occasion,
      round: String(draw.planned.round),
    };
  if (!draw.isSeeded && !isOfCards()) {
    const { what, ...named } = parseLabel(label);
    return { ...named, what: what && translateWords(what) };
  }
  const game = deals?.game.title ?? nameGame(draw.terms?.game);
  const board =
    deals?.deals.length === 1 && deals.board !== undefined
      ? t("result.board", { number: String(deals.board) })
      : undefined;
  return {
    occasion: label,
    what:
      title ??
      ([game, board].filter(Boolean).join(", ") || t("result.nameless")),
  };
}

/** Return the title of a game of which no cards are known, for its name in the terms. */
const nameGame = (name) => name && (findText(`games.${name}`) ?? toTitle(name));

/** Create the link to the page that draws or deals the same again. */
const createAgainLink = () =>
  draw.again &&
  create(
    "a.button",
    { href: `${ROOT}${draw.again}` },
    draw.plan ? t("result.drawAgain") : t("result.dealAgain"),
  );

/** Create the part on the seed that a result comes from. */
function createOrigin() {
  const { seed, index, deal_number: number } = draw.file;
  return create("section", { "aria-labelledby": "when-title" }, [
    create("h2", { id: "when-title" }, t("result.whenTitle")),
    create("p", t("result.noTime")),
    create(
      "dl.facts",
      createPairs([
        draw.plan?.says && [t("result.how"), draw.plan.says],
        seed !== undefined && [
          draw.plan ? t("draw.code") : t("result.seed"),
          create("bdi.digits", escapeInvisible(String(seed))),
        ],
        index > 0 && [t("result.index"), index],
        number !== undefined && [t("result.number"), number],
      ]),
    ),
  ]);
}

/** Create the part on who chose a result from a seed, and on what would leave nobody a choice. */
function createSeededWho({ chosenBy }) {
  const isChosen = chosenBy === "requester";
  return create("section", { "aria-labelledby": "who-title" }, [
    create("h2", { id: "who-title" }, t("result.whoTitle")),
    createChooser([
      t(`verify.chosen.${chosenBy}`),
      t(`result.why.${chosenBy}`),
    ]),
    isChosen &&
      create("p", create("strong", t("result.moreTitle")), " ", describeMore()),
  ]);
}

/** Return what would leave nobody a choice. */
const describeMore = () =>
  draw.plan ? (draw.plan.noPlan ?? t("result.moreDraw")) : t("result.moreDeal");

/** Create the times, the words or the public number, the seal, and the list. */
function createWhen({ notedAt }, due) {
  const { commitment, terms, screen, file, planned } = draw;
  const { sealed, drawn } = screen;
  const words = file?.receipt?.client_seed;
  return create("section", { "aria-labelledby": "when-title" }, [
    create("h2", { id: "when-title" }, t("result.whenTitle")),
    create(
      "dl.facts",
      createPairs([
        sealed !== undefined && [t("result.fixed"), formatTime(sealed)],
        notedAt !== undefined && [t("result.noted"), formatTime(notedAt)],
        drawn !== undefined && [
          isOfCards() ? t("result.dealt") : t("result.drawn"),
          formatTime(drawn),
        ],
        due !== undefined && [t("result.due"), formatTime(due)],
        words && [
          due ? t("result.round") : t("result.words"),
          createSaid(words, due),
        ],
        terms.max !== undefined &&
          terms.items_sha256 && [
            t("result.entries"),
            countEntries(terms.max - (terms.min ?? 1) + 1),
          ],
      ]),
    ),
    sealed !== undefined &&
      create(
        "p.soft",
        file ? t("result.clockNote") : t("result.clockNoteSealed"),
      ),
    create("details.eye", { open: !file }, [
      create("summary", planned ? t("result.planByEye") : t("result.byEye")),
      create(
        "dl.facts",
        createPairs([
          [
            isOfCards() ? t("result.seal") : t("result.planCode"),
            createDigest(commitment),
          ],
          file?.beacon && [
            t("result.signature"),
            create(
              "bdi.digits",
              escapeInvisible(String(file.beacon.signature)),
            ),
          ],
          /^[0-9a-f]{64}$/.test(terms.items_sha256) && [
            t("result.fingerprint"),
            createDigest(terms.items_sha256),
          ],
        ]),
      ),
    ]),
  ]);
}

/** Create the part on who chose a draw with a plan, with a box for what only the reader knows. */
function createWhoPlanned({ state, who, isWhole, isNoted, hasList }, url) {
  const round = String(draw.planned.round);
  const says = draw.file
    ? [t("result.roundDecided", { round }), who]
    : [t("result.decides.round", { round })];
  const box = {
    type: "checkbox",
    name: "digest",
    checked: confirmed.has("digest"),
    onchange: ({ target }) => confirm("digest", target.checked),
  };
  return create("section", { "aria-labelledby": "who-title" }, [
    create("h2", { id: "who-title" }, t("result.whoTitle")),
    createChooser(says),
    create(
      "p",
      create(
        "a.button",
        { href: url, target: "_blank", rel: "noreferrer noopener" },
        t("result.openRound"),
      ),
    ),
    isWhole &&
      !isNoted &&
      create("fieldset.confirm", [
        create("legend", t("result.confirmTitle")),
        create(
          "label",
          create("input", box),
          create(
            "span",
            t("result.confirmPlan"),
            " ",
            createDigest(draw.commitment),
          ),
        ),
        state !== "valid" &&
          create(
            "p.soft",
            hasList ? t("result.ticksValid") : t("result.ticksAndList"),
          ),
      ]),
  ]);
}

/** Create a digest in groups of eight digits, which people can compare. */
const createDigest = (digest) =>
  create("code", digest.match(/.{8}/g).join(" "));

/** Create what decided a draw: words, or the digits of a public number. */
const createSaid = (words, isNumber) =>
  create(
    "bdi",
    { class: isNumber ? "digits" : "said" },
    escapeInvisible(words),
  );

/** Return who chose, or who will, in a few words and a sentence. */
function describeChooser({ chosenBy, notedAt, isConfirmable, isKept }, round) {
  if (!draw.file)
    return [
      round ? t("result.decides.round", { round }) : t("result.decides.words"),
    ];
  if (chosenBy === "unknown" && isPartial(draw.file.receipt))
    return [t("verify.chosen.unknown"), t("result.why.hidden")];
  if (chosenBy !== "last_word")
    return [t(`verify.chosen.${chosenBy}`), t(`result.why.${chosenBy}`)];
  const isConfirmed =
    isConfirmable &&
    confirmed.has("client_seed") &&
    (confirmed.has("commitment") || notedAt !== undefined);
  const known = isKept ? "kept" : isConfirmed ? "confirmed" : "open";
  return round
    ? [t("result.roundDecided", { round }), t(`result.ofRound.${known}`)]
    : [t("verify.chosen.last_word"), t(`result.ofWords.${known}`)];
}

/** Create the sentence on who chose, its first words in bold. */
const createChooser = ([head, why]) =>
  create("p", why ? [create("strong", head), " ", why] : head);

/** Create the part on who chose, with boxes for what only the reader knows. */
function createWho(outcome, { round, url }) {
  const { hasList, state, chosenBy, isConfirmable } = outcome;
  const asked = ["last_word", "nobody_alone"].includes(chosenBy)
    ? outcome.asked
    : []; // nothing else can become valid
  const ofDraw = {
    commitment: round ? t("result.confirmSealRound") : t("result.confirmSeal"),
    client_seed: round ? t("result.confirmRound") : t("result.confirmWords"),
    seen: t("result.confirmSeen"),
  };
  const sentences = isOfCards()
    ? {
        commitment: t("result.confirmSealCards"),
        client_seed: t("result.confirmWordsCards"),
        seen: t("result.confirmCards"),
      }
    : ofDraw;
  const { receipt } = draw.file ?? {};
  const values = receipt && {
    commitment: createDigest(receipt.commitment),
    client_seed: createSaid(receipt.client_seed ?? "", round),
  };
  const boxes = asked.map((name) => {
    const input = create("input", {
      type: "checkbox",
      name,
      checked: confirmed.has(name),
      onchange: ({ target }) => confirm(name, target.checked),
    });
    return create(
      "label",
      input,
      create("span", sentences[name], " ", values[name]),
    );
  });
  return create("section", { "aria-labelledby": "who-title" }, [
    create("h2", { id: "who-title" }, t("result.whoTitle")),
    createChooser(describeChooser(outcome, round)),
    url &&
      create(
        "p",
        create(
          "a.button",
          { href: url, target: "_blank", rel: "noreferrer noopener" },
          t("result.openRound"),
        ),
      ),
    boxes.length > 0 &&
      create(
        "fieldset.confirm",
        create("legend", t("result.confirmTitle")),
        boxes,
        state !== "valid" &&
          isConfirmable &&
          create(
            "p.soft",
            hasList ? t("result.ticksValid") : t("result.ticksAndList"),
          ),
      ),
  ]);
}

async function confirm(name, isRight) {
  if (isRight) confirmed.add(name);
  else confirmed.delete(name);
  await showOrRefuse();
  $(`.confirm [name=${name}]`)?.focus({ preventScroll: true });
}

/** Return the number of entries of the list in words; of people, if each known line looks like the name of a person, and comes once. */
function countEntries(count) {
  const lines =
    items ?? draw.lines ?? draw.file?.original_items ?? draw.screen.names ?? [];
  const arePeople =
    lines.length > 0 &&
    new Set(lines).size === lines.length &&
    lines.every((line) => NAME.test(line));
  return arePeople
    ? t("result.people", { count })
    : t("result.names", { count });
}

/** Create the part on the list; undefined for a draw without a list. */
function createListPart({ hasList, isNamed }) {
  const { terms, file, isSeeded, length } = draw;
  const list = items ?? draw.lines ?? file?.original_items;
  if (
    !list &&
    (isSeeded ? length === undefined : terms.items_sha256 === undefined)
  )
    return undefined;
  const missing = isNamed ? t("result.listClaimed") : t("result.listMissing");
  const opened =
    items &&
    (isSeeded
      ? t("result.listOfLink", { entries: countEntries(items.length) })
      : t("result.listMatches", { entries: countEntries(items.length) }));
  const text =
    opened ??
    (list ? undefined : file ? !hasList && missing : t("result.listSealed"));
  return create("section", { "aria-labelledby": "list-title" }, [
    create("h2", { id: "list-title" }, t("result.listTitle")),
    create(
      "p",
      { role: "status" },
      listNote && !items ? create("strong.bad", listNote) : text,
    ),
    list
      ? createSearch(list)
      : create("p.buttons", createFileButton(t("result.openList"), openList)),
  ]);
}

const MAX_FOUND = 200; // entries that are shown at once

/** Create the list to unfold, with a field that finds names in it, whatever their case and accents. An entry with several tickets is there once. */
function createSearch(list) {
  const simplify = (text) =>
    text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();
  const texts = list.map((item) =>
    escapeInvisible(typeof item === "string" ? item : JSON.stringify(item)),
  );
  const entries = new Map();
  texts.forEach((text, i) =>
    entries.set(text, {
      place: i + 1,
      ...entries.get(text),
      count: (entries.get(text)?.count ?? 0) + 1,
    }),
  );
  const [found, more] = [
    create("ol.entries"),
    create("p.soft", { role: "status" }),
  ];
  const find = (words) => {
    const matches = [...entries].filter(([text]) =>
      simplify(text).includes(simplify(words)),
    );
    found.replaceChildren(
      ...matches
        .slice(0, MAX_FOUND)
        .map(([text, { place, count }]) =>
          create(
            "li",
            { value: place },
            create("bdi", text),
            count > 1 && create("span.soft", " ", t("result.names", { count })),
          ),
        ),
    );
    const rest = matches.length - MAX_FOUND;
    more.textContent =
      matches.length === 0
        ? t("result.notInList")
        : rest > 0
          ? t("verify.more", { count: rest })
          : "";
  };
  const input = create("input", {
    id: "find",
    type: "search",
    autocomplete: "off",
    spellcheck: "false",
    oninput: () => find(input.value),
  });
  const box = create(
    "details.search",
    create(
      "summary",
      t("result.allEntries", { entries: countEntries(list.length) }),
    ),
    create("label", { for: "find" }, t("result.find")),
    input,
    found,
    more,
  );
  box.addEventListener("toggle", () => find(input.value));
  return box;
}

/** Compare a list that the reader opened with the sealed one; it may be the table that the list was taken from. */
async function openList(text) {
  const { matchList } = await load();
  const { readLists } = await loadPart(import("../draw/cut.mjs"));
  items = undefined;
  for (const lines of readLists(text))
    items ??= await (draw.matchLines ?? matchList)(lines, draw);
  listNote = items ? undefined : t("result.listDiffers");
  await showOrRefuse();
  $("#list-title")?.scrollIntoView({ block: "center" });
}

/** Show what the reader pasted, dropped or selected: a link, a file, or the list of the draw that is shown. */
function openText(text) {
  const [, fragment, packed] =
    /^\S*?(#(?:packed=(\S*)|\S+))$/.exec(text.trim()) ?? [];
  if (packed) return openDraw(unpackLink(packed), fragment);
  if (fragment) return void (location.hash = fragment);
  return draw && !/^\s*\{/.test(text) ? openList(text) : openDraw(text);
}

/** Show a draw from a text of JSON. `fragment`: that of the link, "" for a file. */
async function openDraw(text, fragment = "") {
  const mine = ++latest;
  [draw, items, listNote, confirmed, link] = [
    undefined,
    undefined,
    undefined,
    new Set(),
    fragment,
  ];
  showSign("busy", "");
  if (!crypto.subtle || !globalThis.DecompressionStream)
    return showRefused(t("result.noCrypto"));
  try {
    const { readDraw } = await load();
    let found = readDraw(await text);
    const whole = JSON.parse(await text);
    if (awaited && (await (await loadCodes()).hashFile(whole)) !== awaited)
      throw new Error(t("result.otherFile"));
    if (found.planned)
      found = await (
        await loadPart(import("./planned.mjs"))
      ).openPlanned(found);
    const packed = fragment || (await createFragment(await text));
    if (mine !== latest) return;
    [draw, content, own] = [found, whole, packed];
    link = draw.isSeeded ? createAnswerFragment(draw.file) : own;
  } catch (error) {
    if (mine === latest) showRefused(error.message);
    return;
  }
  await showOrRefuse();
}

/** Return the fragment for a file, "" if it is too long for a link. */
async function createFragment(text) {
  if (text.length > MAX_TEXT) return "";
  const packed = await pack(text);
  return packed.length <= MAX_PROOF ? `#packed=${packed}` : "";
}

async function showOrRefuse() {
  const mine = latest + 1;
  $("#outcome").setAttribute("aria-busy", "true");
  try {
    await show();
  } catch (error) {
    const sentence =
      error instanceof NotLoaded
        ? error.message
        : (await load()).explainError(error);
    showRefused(sentence ?? t("result.notADraw"));
    if (!sentence) throw error;
  } finally {
    if (mine === latest) $("#outcome").removeAttribute("aria-busy");
  }
}

/** Return the fragment for a response, "" if it is too long for a link. */
function createAnswerFragment(file) {
  const fragment = `#answer=${encodeURIComponent(JSON.stringify(file))}`;
  return fragment.length <= MAX_PROOF ? fragment : "";
}

/** Show a result from a seed, which a link of the page Draw or Table names. */
async function openSeeded(fragment) {
  const mine = ++latest;
  [draw, items, listNote, confirmed, link] = [
    undefined,
    undefined,
    undefined,
    new Set(),
    "",
  ];
  showSign("busy", "");
  if (!crypto.subtle) return showRefused(t("result.noCrypto"));
  try {
    const { readSeededLink } = await loadPart(import("./seeded.mjs"));
    const found = await readSeededLink(
      fragment,
      JSON.parse($("#outcome").dataset.parameters),
    );
    if (mine !== latest) return;
    draw = found;
    [content, own] = [draw.file, fragment];
    link = createAnswerFragment(draw.file);
  } catch (error) {
    if (mine === latest) showRefused(error.message);
    return;
  }
  await showOrRefuse();
}

/** Return the text that was packed into a link. A damaged one is told in words when it is opened. */
function unpackLink(packed) {
  const text = unpack(packed).catch((error) => {
    throw error instanceof LongLink ? error : new Error(t("result.damaged"));
  });
  text.catch(() => undefined); // `openDraw` tells it
  return text;
}

function followLink() {
  latest += 1;
  const fragment = readFragment();
  if (fragment === undefined) {
    draw = undefined;
    return showRefused(t("shared.longLink"));
  }
  [, awaited] = /^#file=([0-9a-f]{64})$/.exec(fragment) ?? [];
  if (awaited) draw = undefined;
  const [, packed] = /^#packed=(.*)$/s.exec(fragment) ?? [];
  if (packed !== undefined) return openDraw(unpackLink(packed), fragment);
  return !awaited && fragment.length > 1 ? openSeeded(fragment) : showEmpty();
}

followLink();
addEventListener("hashchange", followLink);
listenToFiles($("#outcome"), async (file) => openText(await file.text()));
