import { rules as fetchRules } from "./api";
import type { Rule } from "./reference";
import { table } from "./table.svelte";
import { language } from "./words.svelte";

/** The rules of this table, read again when it comes to play by others or decides otherwise. */
export function rulebook(): { readonly rules: readonly Rule[] } {
  const here = table();
  let rules = $state.raw<readonly Rule[]>([]);
  const ruleset = $derived(here.parts["ruleset"]);
  const decided = $derived(here.parts["options"] ?? here.parts["table"]);
  $effect(() => {
    const speaking = language();
    if (ruleset === undefined && decided === undefined) return;
    let stale = false;
    void fetchRules(here.id, speaking).then(
      (all) => {
        if (!stale) rules = all;
      },
      // Without the server there is nothing to read from; what was read before stays.
      () => undefined,
    );
    return () => {
      stale = true;
    };
  });
  return {
    get rules() {
      return rules;
    },
  };
}
