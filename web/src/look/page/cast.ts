/** Example texts of the look page. The program's own words come from the catalogues. */
import type { World } from "../world";

export type Language = "zh-Hans" | "zh-Hant" | "en";
type Mist = "tales" | "bureau" | "city";

export type Theme = {
  id: string;
  kind: string;
  title: string;
  tags: string[];
  weakness: string;
  motive: [string, string];
  tracks: [string, number, string, number];
};
export type Challenge = {
  name: string;
  text: string;
  limit: [string, number, number[]];
  status?: [string, number[]];
  tags: string[];
  threat: string;
  leads: string;
};
export type Cast = {
  table: string;
  game: string;
  phases: string[];
  phase: number;
  scene: string;
  text: string;
  tags: string[];
  first: Challenge;
  second: Challenge;
  clock: [string, number, number];
  clues: string[];
  me: string;
  themes: Theme[];
  statuses: [string, number][];
  act: string;
  ally: string;
  burnt: string;
};

const theme = (
  id: string,
  kind: string,
  title: string,
  tags: string[],
  weakness: string,
  motive: [string, string],
  tracks: [string, number, string, number],
): Theme => ({ id, kind, title, tags, weakness, motive, tracks });

export const CASTS: Record<Mist, Cast> = {
  tales: {
    table: "雾中一夜",
    game: "雾中奇谈",
    phases: ["调查", "档案", "压制", "述职"],
    phase: 0,
    scene: "雨夜的旧码头",
    text: "潮水退到桩脚，雾从仓库的门缝里渗出来。",
    tags: ["浓雾", "打滑的木板", "远处的汽笛"],
    first: {
      name: "看守仓库的无面人",
      text: "没有脸，却在听。",
      limit: ["击退", 4, [1, 2]],
      status: ["警觉", [2]],
      tags: ["锈死的锁", "分不清方向的脚步"],
      threat: "把人拖进雾里",
      leads: "迷失-2",
    },
    second: {
      name: "涨潮",
      text: "再过一刻钟，栈桥就没了。",
      limit: ["淹没", 5, [1, 2, 3]],
      tags: ["湍急的回流"],
      threat: "栈桥没入水中",
      leads: "落水-3",
    },
    clock: ["倒数时刻", 4, 6],
    clues: ["名单上被划去的第七个名字", "仓库的钥匙是铅铸的"],
    me: "顾遥",
    themes: [
      theme(
        "t1",
        "浸染",
        "纸上的乌鸦",
        ["折纸成鸟", "借鸟的眼睛看", "纸页如刀"],
        "怕火",
        ["侵蚀", "它想飞出去"],
        ["掌控", 1, "沉溺", 0],
      ),
      theme(
        "t2",
        "人理",
        "修书匠",
        ["巧手", "认得旧纸", "夜里不睡"],
        "不善言辞",
        ["追求", "修好母亲留下的那本书"],
        ["进展", 2, "放弃", 0],
      ),
      theme(
        "t3",
        "人理 · 新生",
        "守塔人的女儿",
        ["认得每一盏灯"],
        "不敢回头看海",
        ["追求", "弄清父亲为何熄灯"],
        ["进展", 0, "放弃", 1],
      ),
    ],
    statuses: [
      ["专注", 2],
      ["湿冷", 1],
    ],
    act: "折一只纸鸟，从门缝里飞进去",
    ally: "陆潮",
    burnt: "夜里不睡",
  },
  bureau: {
    table: "第七档案室",
    game: "迷雾部",
    phases: ["切入", "书写档案", "压制", "间章"],
    phase: 1,
    scene: "地下三层，旧卷宗库",
    text: "灯管嗡鸣。第 414 号柜的抽屉自己弹开了一格。",
    tags: ["惨白灯光", "积灰", "断电的门禁"],
    first: {
      name: "414 号柜",
      text: "它在替你归档。",
      limit: ["封存", 4, [1, 3]],
      status: ["饥饿", [2]],
      tags: ["自行翻动的卷宗", "冰冷的铁皮"],
      threat: "把一个名字归档",
      leads: "被遗忘-2",
    },
    second: {
      name: "内线电话",
      text: "响了十一声，没有人打来。",
      limit: ["查明", 3, [1]],
      tags: ["倒着说话的声音"],
      threat: "说出你的工号",
      leads: "被定位-2",
    },
    clock: ["谜题复杂度", 2, 4],
    clues: ["十年前的借阅人都姓沈", "抽屉只在灯闪时打开"],
    me: "沈砚",
    themes: [
      theme(
        "t1",
        "浸染",
        "旧物低语",
        ["触物知往", "让旧声重响", "寻回失物"],
        "分不清谁在说话",
        ["侵蚀", "听完每一件遗物的最后一句话"],
        ["掌控", 2, "沉溺", 1],
      ),
      theme(
        "t2",
        "自我",
        "档案员",
        ["过目不忘", "伪造公文", "夜班的静默"],
        "体弱",
        ["追求", "不让任何名字被抹去"],
        ["进展", 1, "放弃", 0],
      ),
      theme(
        "t3",
        "自我 · 新生",
        "替人写信的人",
        ["记得所有落款"],
        "写不出自己的信",
        ["追求", "把最后一封信送到"],
        ["进展", 0, "放弃", 0],
      ),
    ],
    statuses: [
      ["专注", 2],
      ["耳鸣", 1],
    ],
    act: "按住抽屉，听它上一次合上时的声音",
    ally: "许愿",
    burnt: "伪造公文",
  },
  city: {
    table: "霓虹债",
    game: "迷雾之城",
    phases: ["蒙太奇", "大干一票", "落幕"],
    phase: 1,
    scene: "夜航旅馆，十四楼",
    text: "雨打在招牌上。金库的门开着一条缝，像在等人。",
    tags: ["倾盆大雨", "停电的楼层", "耳机里的杂音"],
    first: {
      name: "当铺老板 · 金九爷",
      text: "他收的不是东西，是日子。",
      limit: ["说服", 4, [1, 2]],
      status: ["起疑", [2]],
      tags: ["一屋子的保镖", "欠条如山"],
      threat: "收走一个人的明天",
      leads: "失神-3",
    },
    second: {
      name: "巡夜的黑车",
      text: "第三次从楼下开过去。",
      limit: ["甩开", 5, [1, 2, 3]],
      tags: ["认得你们的车牌"],
      threat: "堵住后巷",
      leads: "被围-2",
    },
    clock: ["天亮之前", 3, 6],
    clues: ["账本用的是死人的生日", "九爷从不碰雨水"],
    me: "许愿",
    themes: [
      theme(
        "t1",
        "赐礼",
        "言出成真",
        ["不容拒绝的声音", "回声", "隔空传话"],
        "收不回的话",
        ["欲望", "让所有人都听见"],
        ["共鸣", 1, "衰退", 0],
      ),
      theme(
        "t2",
        "自我",
        "深夜主播",
        ["善解人意", "全城的听众", "临场编故事"],
        "心软",
        ["困境", "陪失眠的人到天亮"],
        ["进展", 2, "放弃", 1],
      ),
      theme(
        "t3",
        "自我 · 新生",
        "欠债人的妹妹",
        ["认得每个打手"],
        "不能再输",
        ["困境", "替哥哥把命赎回来"],
        ["进展", 0, "放弃", 0],
      ),
    ],
    statuses: [
      ["胸有成竹", 2],
      ["淋透了", 1],
    ],
    act: "对着对讲机，让整栋楼听见九爷自己的声音",
    ally: "陆潮",
    burnt: "善解人意",
  },
};

export const castOf = (world: World): Cast => CASTS[world as Mist] ?? CASTS.tales;

const WORDS = {
  act: ["行动", "行動", "Act"],
  aside: ["闪回", "倒敘", "Flashback"],
  now: ["此刻", "此刻", "Now"],
  turn: ["轮到你", "輪到你", "Your turn"],
  waiting: ["等林过目", "等林過目", "Waiting for Lin"],
  waitingText: ["已经等了两分钟。", "已經等了兩分鐘。", "Two minutes so far."],
  empty: ["等你搭台", "等你搭臺", "The stage is yours to set"],
  emptyText: [
    "小周、阿澈已经坐好了。",
    "小周、阿澈已經坐好了。",
    "Zhou and Che have taken their seats.",
  ],
  setScene: ["搭场景", "搭場景", "Set a scene"],
  power: ["效力", "效力", "Power"],
  drop: ["放下", "放下", "Put down"],
  ask: ["请林过目", "請林過目", "Ask Lin"],
  countAll: ["全部计入", "全部計入", "Count all"],
  describe: ["只需描述", "只需描述", "Just describe"],
  spend: ["花费效力", "花費效力", "Spend power"],
  settle: ["落定", "落定", "Settle"],
  undo: ["撤销", "復原", "Undo"],
  spendHead: ["点亮哪里，就花在哪里", "點亮哪裡，就花在哪裡", "Press what you want to buy"],
  failure: ["失败", "失敗", "Failure"],
  mixed: ["成功，有后果", "成功，有後果", "Success, at a price"],
  full: ["成功", "成功", "Success"],
  style: ["大获成功", "大獲成功", "Success with style"],
  scene: ["现场", "現場", "Scene"],
  story: ["故事", "故事", "Story"],
  me: ["角色", "角色", "Sheet"],
  rules: ["规则", "規則", "Rules"],
  find: ["找", "尋找", "Find"],
  sound: ["声音", "聲音", "Sound"],
  more: ["更多", "更多", "More"],
  host: ["主持", "主持", "host"],
  seats: ["座位", "座位", "Seats"],
  phases: ["阶段", "階段", "Phases"],
  newer: ["看最新的", "看最新的", "To the newest"],
  say: ["说点什么……", "說點什麼……", "Say something…"],
  speakAs: ["以谁的身份说话", "以誰的身分說話", "Speak as"],
  send: ["发送", "傳送", "Send"],
  help: ["相助", "相助", "helps"],
  burn: ["燃尽", "燃盡", "burnt"],
  hinder: ["阻碍", "阻礙", "hinders"],
  hint: [
    "点一下相助，再点燃尽，长按成阻碍",
    "點一下相助，再點燃盡，長按成阻礙",
    "Press: help. Again: burn. Hold: hinder.",
  ],
  statuses: ["状态与场景", "狀態與場景", "Statuses and scene"],
  pull: ["上拉或下拉", "上拉或下拉", "Pull up or down"],
  reveal: ["揭示", "揭示", "Reveal"],
  hidden: ["只有主持看得见", "只有主持看得見", "only the host sees it"],
  weakness: ["弱点", "弱點", "weakness"],
  burnt: ["已燃尽", "已燃盡", "burnt before"],
  core: ["核心", "核心", "core"],
  proposed: ["待过目", "待過目", "proposed"],
  struck: ["划去", "劃去", "struck"],
  asked: ["被问到", "被問到", "asked about"],
  count: ["计入", "計入", "count"],
  question: ["问一句", "問一句", "ask"],
} satisfies Record<string, [string, string, string]>;

export type Word = keyof typeof WORDS;

let language: Language = "zh-Hans";
export const speak = (wanted: Language) => (language = wanted);
/** A word in the page's language. */
export const w = (id: Word): string => WORDS[id][{ "zh-Hans": 0, "zh-Hant": 1, en: 2 }[language]]!;
