/** Keep the language that the visitor chooses at the foot of a page, and show the page in it, with what they have typed. */
import { $$, ROOT, readStored, store } from "./page.mjs";

const TYPED = "typed"; // the texts of the page by the ids of their fields, until it is there in the other language
const inTab = () => sessionStorage;

for (const link of $$("a[hreflang]"))
  link.addEventListener("click", (event) => {
    event.preventDefault();
    document.cookie = `language=${link.hreflang}; path=${new URL(ROOT).pathname}; max-age=31536000; samesite=lax`;
    store(
      TYPED,
      $$("textarea[id]").map(({ id, value }) => [id, value]),
      inTab,
    );
    const address = new URL(location.href);
    address.searchParams.delete("lang");
    if (address.href === location.href) location.reload();
    else location.replace(address);
  });

for (const [id, text] of readStored(TYPED, inTab) ?? []) {
  const field = document.getElementById(id);
  if (!field || field.value === text) continue;
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
store(TYPED, undefined, inTab);
