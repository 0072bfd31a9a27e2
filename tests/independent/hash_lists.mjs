import { hashList } from "../../verify/core/canonical.mjs";

const lists = process.argv.slice(2).map((text) => hashList(JSON.parse(text)));
console.log(JSON.stringify(await Promise.all(lists)));
