import { defineConfig } from "@hey-api/openapi-ts";

export default defineConfig({
  input: "openapi.yaml",
  output: "client",
  plugins: ["zod", "@hey-api/client-fetch", { name: "@hey-api/sdk", validator: true }],
});
