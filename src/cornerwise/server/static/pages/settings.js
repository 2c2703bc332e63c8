/** All settings of this browser on one page. */

import { blockedPeople } from "../js/blocked.js";
import { settingsList } from "../js/controls.js";
import { fill, h } from "../js/dom.js";
import { t } from "../js/i18n.js";
import { watch } from "../js/settings.js";

/** @type {import("../app.js").Page} */
export function show(main) {
  document.title = `${t("Settings")} · Cornerwise`;
  const list = h("div", { class: "settings-list" }, settingsList());
  fill(
    main,
    h(
      "div",
      { class: "page settings" },
      h("h1", {}, t("Settings")),
      h("p", { class: "quiet" }, t("This browser remembers them.")),
      list,
      blockedPeople(),
    ),
  );
  // What is changed elsewhere, such as the theme in the head, shows here; a control in use stays.
  return watch(() => {
    if (!list.contains(document.activeElement)) fill(list, settingsList());
  });
}
