/** A draw with a plan (docs/definitions/plans.md): what is drawn is fixed before the round of the public beacon that decides it. */
import { hashList } from "../../../verify/core/canonical.mjs";
import { deriveSeeds } from "../../../verify/plans/plans.mjs";
import { Problem, fetchJson } from "../shared/page.mjs";
import { createResultLink } from "../shared/packed.mjs";
import { t } from "../shared/texts.mjs";
import { describeRound } from "./beacon.mjs";
import { Wrong } from "./lines.mjs";
import { MAX_LIST } from "./permalink.mjs";
import { isNotFound } from "./rules.mjs";

const REFUSED = 422;

const sayErrors = (error) =>
  error instanceof Problem && error.status === REFUSED
    ? Object.values(error.errors).join()
    : "";

export class PlannedDraw {
  /** The requests that a program would make. */
  requests = [];

  /** Continue a draw: `opened` is the response of the service that has its plan; `plan` is the one of the form. */
  constructor({ opened, plan, sealedAt }) {
    Object.assign(this, {
      opened,
      plan,
      sealedAt,
      round: describeRound(opened.plan.round),
      items: plan.names,
    });
  }

  /** Fix the plan of a draw, perhaps a wider one. */
  static async open(plan, { occasion, round, sealedAt }) {
    const { path, body, query } = plan.request;
    const hash = plan.names && { names_sha256: await hashList(plan.names) };
    const request = {
      path: "v1/plans",
      body: {
        occasion,
        path: `/${path}`,
        body: body ?? query,
        round: round.number,
        ...hash,
      },
    };
    try {
      const opened = await fetchJson(request.path, { body: request.body });
      return Object.assign(new PlannedDraw({ opened, plan, sealedAt }), {
        requests: [request],
      });
    } catch (error) {
      if (error.errors?.body) throw new Wrong(t("draw.wrong.oneResult"));
      if (plan.widen && isNotFound(sayErrors(error)))
        return PlannedDraw.open(plan.widen(), { occasion, round, sealedAt });
      if (error.status === REFUSED && plan.explain && error.errors)
        throw plan.explain(
          Object.fromEntries(
            Object.entries(error.errors).map(([name, sentences]) => [
              name.replace(/^body\./, ""),
              sentences,
            ]),
          ),
        );
      throw error;
    }
  }

  /** Return the digests that fix the draw, with the names of their titles. */
  get digests() {
    const { digest, plan } = this.opened;
    return { planCode: digest, fingerprint: plan.names_sha256 };
  }

  /** Return who decided, for people. */
  get decider() {
    return t("draw.public.ofRound", { number: String(this.round.number) });
  }

  /** Return what a reload must keep. */
  keep() {
    const { opened, sealedAt, drawnAt, file, requests } = this;
    return { opened, sealedAt, drawnAt, file, requests };
  }

  /** Draw with a round. The seeds that have no result are the first ones of the plan, in its order. */
  async draw({ signature }) {
    const {
      opened: { digest, plan },
      plan: {
        request: { path, body, query },
        names,
      },
    } = this;
    for (const seed of await deriveSeeds(digest, signature)) {
      const request = { path, body: { ...(body ?? query), seed } };
      try {
        const answer = await fetchJson(path, { body: request.body });
        this.requests.push(request);
        const isPartOfList = body?.items && answer.groups === undefined;
        const beacon = {
          chain_hash: plan.chain_hash,
          round: plan.round,
          signature,
        };
        this.file = {
          plan,
          beacon,
          answer,
          ...(names && { names }),
          ...(isPartOfList && { original_items: body.items }),
        };
        return this.readResult();
      } catch (error) {
        if (
          !isNotFound(sayErrors(error)) ||
          sayErrors(error).includes("MAX_DRAWS")
        )
          throw error; // the operator's limit decides nothing
      }
    }
    throw new Wrong(t("draw.wrong.noneFound"));
  }

  /** Return the result in the form that the page shows. */
  readResult() {
    return this.plan.arrange(this.plan.read(this.file.answer));
  }

  announce() {
    return createResultLink({
      plan: this.opened.plan,
      screen: { sealed: this.sealedAt },
    });
  }

  /** Return the links to the result, as those of a sealed draw: `whole` with the names, `bare` without. */
  async createLinks() {
    const screen = { sealed: this.sealedAt, drawn: this.drawnAt };
    const { names, ...rest } = this.file;
    const isShort = names && names.join("\n").length <= MAX_LIST;
    const [whole, bare] = await Promise.all([
      isShort && createResultLink({ ...this.file, screen }),
      createResultLink({ ...rest, screen }),
    ]);
    return { whole: whole || undefined, bare };
  }

  toFile() {
    return JSON.stringify(this.file, null, 1);
  }
}
