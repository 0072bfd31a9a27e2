/**
 * QR codes that a phone reads across a hall: of a link that has a file in it or, if that is too long, of one that names
 * the file by its digest.
 */
// @ts-check
/** @import { Child } from "./elements.mjs" */
import { hashList } from "../../../verify/core/canonical.mjs";
import { encode } from "./uqr/uqr.mjs";
import { groupDigits } from "./digests.mjs";
import { create, createShape, openDialog } from "./elements.mjs";
import { createShareButton } from "./share.mjs";
import { ROOT } from "./service.mjs";
import { fillScreen, leaveScreen } from "./stage.mjs";
import { t } from "./texts.mjs";

const MAX_SIZE = 57; // modules of a code that is read across a hall; a denser one is shown larger
const QUIET = 4; // modules of white around a code

/**
 * Return the digest of a file: of what was drawn, without what pages and readers add, and without lists, which have
 * digests of their own.
 * @param {Record<string, unknown>} proofFile
 */
export const hashFile = ({
  screen,
  confirmed,
  original_items,
  names,
  ...file
}) => hashList(file);

/**
 * Create a QR code with the name `label`: black on white, also where the page is dark.
 * @param {string} text
 * @param {string} label
 */
export function createCode(text, label) {
  /** @type {{ size: number, data: boolean[][] }} */
  const { size, data } = encode(text, { ecc: "L", border: QUIET });
  const code = createShape("svg", {
    viewBox: `0 0 ${size} ${size}`,
    role: "img",
    "aria-label": label,
    class: size > MAX_SIZE + 2 * QUIET ? "code dense" : "code",
  });
  const bars = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  const ground = createShape("rect", {
    width: size,
    height: size,
    fill: "#fff",
  });
  code.append(
    ground,
    createShape("path", {
      d: bars.join(""),
      fill: "#000",
      "shape-rendering": "crispEdges",
    }),
  );
  return code;
}

/**
 * Return what a QR code of a file holds: the `link` that has the file, or a short one that names it by its `digest` if
 * that link is long, or "" because none has room for the file.
 * @param {string} link
 * @param {Record<string, unknown>} file
 * @returns {Promise<{ link: string, digest?: string | null }>} a digest if its link, "…/result#file=DIGEST", is the
 *   short one
 */
export async function chooseCode(link, file) {
  const isShort =
    link !== "" &&
    link.length < 1_000 &&
    encode(link, { ecc: "L", border: 0 }).size <= MAX_SIZE;
  const digest = isShort ? undefined : await hashFile(file);
  return isShort ? { link } : { link: `${ROOT}result#file=${digest}`, digest };
}

/**
 * Fill the screen with the QR code of a file, until its reader closes it; `save` saves the file for those who need it.
 * @param {{ title: Child, link: string, file: Record<string, unknown>, save: () => unknown }} code
 */
export async function showCode({ title, link: whole, file, save }) {
  const { link, digest } = await chooseCode(whole, file);
  await fillWithCode({
    title,
    link,
    says: [
      create("p", digest ? t("result.codeAsks") : t("result.codeHolds")),
      digest && create("p", create("code", groupDigits(digest))),
    ],
    buttons: [
      createShareButton(() => link),
      digest && create("button", { onclick: save }, t("draw.public.saveProof")),
    ],
  });
}

/**
 * Fill the screen with the QR code of a link, until its reader presses the code or Escape. The stage keeps the screen.
 * @param {{ title: Child, link: string, says: Child[], buttons?: Child[] }} code with what is said below it
 */
export async function fillWithCode({ title, link, says, buttons = [] }) {
  const close = () => dialog.close();
  const code = createCode(link, t("result.code"));
  /** @type {HTMLDialogElement} */
  const dialog = create("dialog.wall", { "aria-labelledby": "wall-title" }, [
    create("h2", { id: "wall-title" }, title),
    code,
    says,
    create(
      "p.buttons",
      create("button.primary", { onclick: close }, t("draw.show.close")),
      buttons,
    ),
  ]);
  code.addEventListener("click", close);
  const closed = openDialog(dialog);
  const closeWithScreen = () => {
    if (!document.fullscreenElement) close(); // the browser took Escape
  };
  document.addEventListener("fullscreenchange", closeWithScreen);
  fillScreen();
  await closed;
  document.removeEventListener("fullscreenchange", closeWithScreen);
  leaveScreen();
}
