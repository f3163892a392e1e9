document.getElementById("app").innerHTML =
  "<p style='padding:24px'>这个浏览器太旧了，请更新或换一个（Chrome 111、Safari 16.4 以上）。<br>" +
  "This browser is too old: please update it (Chrome 111, Safari 16.4 or newer).</p>";
