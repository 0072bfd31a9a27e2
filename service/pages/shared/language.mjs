/** Keep the language that the visitor chooses at the foot of a page, and show the page in it, with what its address has. */
import { ROOT } from "./page.mjs";

for (const link of document.querySelectorAll("a[hreflang]"))
  link.addEventListener("click", (event) => {
    event.preventDefault();
    document.cookie = `language=${link.hreflang}; path=${new URL(ROOT).pathname}; max-age=31536000; samesite=lax`;
    const address = new URL(location.href);
    address.searchParams.delete("lang");
    if (address.href === location.href) location.reload();
    else location.replace(address);
  });
