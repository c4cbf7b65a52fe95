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
  back: 'Back',
  save: 'Save',
  recover: 'Recover',
  working: 'One moment',
  passphrase: 'Passphrase',
  onceMore: 'Once more',
  saveTitle: 'Save a way back in',
  saveText:
    'Your key is in three parts; any two open it. Lose this browser before you save the third and the money is gone. Take four words or more; Vest cannot reset them.',
  keepIt: 'You will need it on a new device.',
  tooShort: 'Too short: four words or more',
  notTheSame: 'Not the same as above',
  openTitle: 'New browser',
  openText: 'This browser holds no part of your key yet. The passphrase that you saved brings it back.',
  nobodyElse: 'Without it nobody can open the wallet here, Vest included.',
  wrongPassphrase: 'This passphrase does not fit',
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
  back: '返回',
  save: '保存',
  recover: '恢复',
  working: '请稍候',
  passphrase: '口令',
  onceMore: '再输入一次',
  saveTitle: '保存找回方式',
  saveText:
    '您的密钥分为三份，任意两份即可打开。若在保存第三份之前失去此浏览器，资金将无法找回。请使用四个或更多词语；Vest 无法重置。',
  keepIt: '在新设备上需要它。',
  tooShort: '太短：请使用四个或更多词语',
  notTheSame: '与上面不一致',
  openTitle: '新浏览器',
  openText: '此浏览器尚不持有您密钥的任何部分。您保存的口令可以将其找回。',
  nobodyElse: '没有它，任何人都无法在此打开钱包，包括 Vest。',
  wrongPassphrase: '口令不正确',
}

const TEXTS: Readonly<Record<Language, Texts>> = { en: EN, zh: ZH }
export const textsOf = (language: Language): Texts => TEXTS[language]
