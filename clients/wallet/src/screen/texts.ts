/** What the frame says, in the languages of the app; which one stands behind the # of its address. */
export const LANGUAGES = ['en', 'zh'] as const
export type Language = (typeof LANGUAGES)[number]

const EN = {
  wallet: 'Vest wallet',
  close: 'Reject and close',
  reject: 'Reject',
  approve: 'Approve',
  approveHere: 'Press here to approve',
  withdrawal: 'Approve withdrawal',
  leavesFor: 'leaves Vest for',
  to: 'To',
  ownAddress: 'This wallet’s own address',
  knownAddress: 'Approved here before',
  firstTime: 'First time to this address',
  compare: 'Compare all ten groups with your source.',
  from: 'From',
  feeIncluded: 'A network fee is taken from it',
  voidAfter: 'Void after',
  whatIsSigned: 'What is signed',
  covered: 'Something covers this window. Approve opens when all of it can be seen.',
}
export type Texts = typeof EN

const ZH: Texts = {
  wallet: 'Vest 钱包',
  close: '拒绝并关闭',
  reject: '拒绝',
  approve: '批准',
  approveHere: '按此处批准',
  withdrawal: '批准提现',
  leavesFor: '从 Vest 转往',
  to: '收款地址',
  ownAddress: '本钱包自己的地址',
  knownAddress: '之前在此批准过',
  firstTime: '首次转往此地址',
  compare: '请与来源逐一核对全部十组字符。',
  from: '账户',
  feeIncluded: '网络费用将从中扣除',
  voidAfter: '失效时间',
  whatIsSigned: '签名内容',
  covered: '此窗口被遮挡。完整可见后才能批准。',
}

const TEXTS: Readonly<Record<Language, Texts>> = { en: EN, zh: ZH }
export const textsOf = (language: Language): Texts => TEXTS[language]
