import "@/shared/styles/index.css";
import { start } from "@/app/start";

const root = document.getElementById("pailou-root");
if (root) start(root).catch((error: unknown) => console.error("hydrating page failed", error));
