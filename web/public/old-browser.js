// Plain old JavaScript, so that browsers too old for the page can read it.
if (!(window.CSS && CSS.supports && CSS.supports("color", "oklch(50% 0.1 200)"))) {
  document.getElementById("app").innerHTML =
    "<p style='padding:24px'>这个浏览器太旧了，请更新或换一个（Chrome 111、Safari 16.4 以上）。<br>" +
    "This browser is too old: please update it (Chrome 111, Safari 16.4 or newer).</p>";
}
