import "@/shared/styles/index.css";
import { start } from "@/app/start";

const root = document.getElementById("pailou-root");
if (root) start(root).catch((error: unknown) => console.error("the page stays as the server made it", error));
