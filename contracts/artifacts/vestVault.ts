/** Made by the compiler from `src/VestVault.sol`; see `src/compile.ts`. Not edited by hand. */
export const vestVaultAbi = [
 {
  "inputs": [
   {
    "components": [
     {
      "internalType": "address",
      "name": "admin",
      "type": "address"
     },
     {
      "internalType": "address",
      "name": "guardian",
      "type": "address"
     },
     {
      "internalType": "address",
      "name": "keeper",
      "type": "address"
     },
     {
      "internalType": "address[]",
      "name": "validators",
      "type": "address[]"
     },
     {
      "internalType": "uint256",
      "name": "quorum",
      "type": "uint256"
     }
    ],
    "internalType": "struct VaultGovernance.Roles",
    "name": "roles",
    "type": "tuple"
   },
   {
    "components": [
     {
      "internalType": "uint64",
      "name": "change",
      "type": "uint64"
     },
     {
      "internalType": "uint64",
      "name": "unpause",
      "type": "uint64"
     }
    ],
    "internalType": "struct VaultGovernance.Delays",
    "name": "delays",
    "type": "tuple"
   },
   {
    "internalType": "address",
    "name": "token",
    "type": "address"
   },
   {
    "components": [
     {
      "internalType": "bool",
      "name": "accepted",
      "type": "bool"
     },
     {
      "internalType": "uint64",
      "name": "scale",
      "type": "uint64"
     },
     {
      "internalType": "uint64",
      "name": "keeperFee",
      "type": "uint64"
     },
     {
      "internalType": "uint16",
      "name": "hourlyBps",
      "type": "uint16"
     },
     {
      "internalType": "uint128",
      "name": "hourlyFloor",
      "type": "uint128"
     },
     {
      "internalType": "uint128",
      "name": "transactionCap",
      "type": "uint128"
     }
    ],
    "internalType": "struct VaultGovernance.TokenTerms",
    "name": "terms",
    "type": "tuple"
   },
   {
    "components": [
     {
      "internalType": "address",
      "name": "messenger",
      "type": "address"
     },
     {
      "internalType": "uint64",
      "name": "keeperFee",
      "type": "uint64"
     }
    ],
    "internalType": "struct VestVault.SolanaRoad",
    "name": "road",
    "type": "tuple"
   }
  ],
  "stateMutability": "nonpayable",
  "type": "constructor"
 },
 {
  "inputs": [],
  "name": "AlreadyProcessed",
  "type": "error"
 },
 {
  "inputs": [],
  "name": "ExpiredRequest",
  "type": "error"
 },
 {
  "inputs": [],
  "name": "ExpiredSignerAccount",
  "type": "error"
 },
 {
  "inputs": [],
  "name": "HourlyCapExceeded",
  "type": "error"
 },
 {
  "inputs": [],
  "name": "InvalidQuorum",
  "type": "error"
 },
 {
  "inputs": [],
  "name": "InvalidRecipient",
  "type": "error"
 },
 {
  "inputs": [],
  "name": "InvalidSignature",
  "type": "error"
 },
 {
  "inputs": [],
  "name": "InvalidValidatorSignature",
  "type": "error"
 },
 {
  "inputs": [],
  "name": "InvalidValidators",
  "type": "error"
 },
 {
  "inputs": [],
  "name": "MalformedRequest",
  "type": "error"
 },
 {
  "inputs": [],
  "name": "NotAdmin",
  "type": "error"
 },
 {
  "inputs": [],
  "name": "NotAllowedWithdraw",
  "type": "error"
 },
 {
  "inputs": [],
  "name": "NotGuardian",
  "type": "error"
 },
 {
  "inputs": [],
  "name": "NotProposed",
  "type": "error"
 },
 {
  "inputs": [],
  "name": "NotSelf",
  "type": "error"
 },
 {
  "inputs": [],
  "name": "PausedVault",
  "type": "error"
 },
 {
  "inputs": [],
  "name": "ProposalPending",
  "type": "error"
 },
 {
  "inputs": [],
  "name": "ReentrancyGuardReentrantCall",
  "type": "error"
 },
 {
  "inputs": [
   {
    "internalType": "address",
    "name": "token",
    "type": "address"
   }
  ],
  "name": "SafeERC20FailedOperation",
  "type": "error"
 },
 {
  "inputs": [],
  "name": "SizeTooSmall",
  "type": "error"
 },
 {
  "inputs": [],
  "name": "TooEarly",
  "type": "error"
 },
 {
  "inputs": [],
  "name": "TooLate",
  "type": "error"
 },
 {
  "inputs": [],
  "name": "TransactionCapExceeded",
  "type": "error"
 },
 {
  "inputs": [],
  "name": "UnsupportedDecimals",
  "type": "error"
 },
 {
  "inputs": [],
  "name": "UnsupportedToken",
  "type": "error"
 },
 {
  "inputs": [],
  "name": "WrongChain",
  "type": "error"
 },
 {
  "inputs": [],
  "name": "ZeroAddress",
  "type": "error"
 },
 {
  "inputs": [],
  "name": "ZeroAmount",
  "type": "error"
 },
 {
  "anonymous": false,
  "inputs": [
   {
    "indexed": true,
    "internalType": "address",
    "name": "token",
    "type": "address"
   },
   {
    "indexed": true,
    "internalType": "address",
    "name": "from",
    "type": "address"
   },
   {
    "indexed": true,
    "internalType": "bytes32",
    "name": "nonce",
    "type": "bytes32"
   },
   {
    "indexed": false,
    "internalType": "uint256",
    "name": "amount",
    "type": "uint256"
   }
  ],
  "name": "AuthorizedDeposit",
  "type": "event"
 },
 {
  "anonymous": false,
  "inputs": [
   {
    "indexed": false,
    "internalType": "bytes",
    "name": "call",
    "type": "bytes"
   },
   {
    "indexed": true,
    "internalType": "address",
    "name": "by",
    "type": "address"
   }
  ],
  "name": "Cancelled",
  "type": "event"
 },
 {
  "anonymous": false,
  "inputs": [
   {
    "indexed": true,
    "internalType": "bytes32",
    "name": "id",
    "type": "bytes32"
   },
   {
    "indexed": true,
    "internalType": "address",
    "name": "account",
    "type": "address"
   },
   {
    "indexed": true,
    "internalType": "address",
    "name": "recipient",
    "type": "address"
   },
   {
    "indexed": false,
    "internalType": "address",
    "name": "token",
    "type": "address"
   },
   {
    "indexed": false,
    "internalType": "uint256",
    "name": "size",
    "type": "uint256"
   },
   {
    "indexed": false,
    "internalType": "uint256",
    "name": "fee",
    "type": "uint256"
   }
  ],
  "name": "Completed",
  "type": "event"
 },
 {
  "anonymous": false,
  "inputs": [
   {
    "indexed": true,
    "internalType": "address",
    "name": "token",
    "type": "address"
   },
   {
    "indexed": true,
    "internalType": "address",
    "name": "from",
    "type": "address"
   },
   {
    "indexed": true,
    "internalType": "address",
    "name": "to",
    "type": "address"
   },
   {
    "indexed": false,
    "internalType": "uint256",
    "name": "amount",
    "type": "uint256"
   }
  ],
  "name": "Deposit",
  "type": "event"
 },
 {
  "anonymous": false,
  "inputs": [
   {
    "indexed": false,
    "internalType": "bytes",
    "name": "call",
    "type": "bytes"
   }
  ],
  "name": "Executed",
  "type": "event"
 },
 {
  "anonymous": false,
  "inputs": [
   {
    "indexed": true,
    "internalType": "address",
    "name": "guardian",
    "type": "address"
   }
  ],
  "name": "Paused",
  "type": "event"
 },
 {
  "anonymous": false,
  "inputs": [
   {
    "indexed": false,
    "internalType": "bytes",
    "name": "call",
    "type": "bytes"
   },
   {
    "indexed": false,
    "internalType": "uint256",
    "name": "executableAt",
    "type": "uint256"
   }
  ],
  "name": "Proposed",
  "type": "event"
 },
 {
  "anonymous": false,
  "inputs": [
   {
    "indexed": true,
    "internalType": "bytes32",
    "name": "id",
    "type": "bytes32"
   },
   {
    "indexed": true,
    "internalType": "address",
    "name": "account",
    "type": "address"
   },
   {
    "indexed": false,
    "internalType": "bytes32",
    "name": "recipient",
    "type": "bytes32"
   },
   {
    "indexed": false,
    "internalType": "bytes32",
    "name": "mintRecipient",
    "type": "bytes32"
   },
   {
    "indexed": false,
    "internalType": "address",
    "name": "token",
    "type": "address"
   },
   {
    "indexed": false,
    "internalType": "uint256",
    "name": "size",
    "type": "uint256"
   },
   {
    "indexed": false,
    "internalType": "uint256",
    "name": "fee",
    "type": "uint256"
   }
  ],
  "name": "SentToSolana",
  "type": "event"
 },
 {
  "anonymous": false,
  "inputs": [],
  "name": "Unpaused",
  "type": "event"
 },
 {
  "anonymous": false,
  "inputs": [
   {
    "indexed": false,
    "internalType": "address[]",
    "name": "validators",
    "type": "address[]"
   },
   {
    "indexed": false,
    "internalType": "uint256",
    "name": "quorum",
    "type": "uint256"
   }
  ],
  "name": "ValidatorsChanged",
  "type": "event"
 },
 {
  "inputs": [],
  "name": "CHANGE_DELAY",
  "outputs": [
   {
    "internalType": "uint256",
    "name": "",
    "type": "uint256"
   }
  ],
  "stateMutability": "view",
  "type": "function"
 },
 {
  "inputs": [],
  "name": "DEADLINE_MS",
  "outputs": [
   {
    "internalType": "uint256",
    "name": "",
    "type": "uint256"
   }
  ],
  "stateMutability": "view",
  "type": "function"
 },
 {
  "inputs": [],
  "name": "DOMAIN_SEPARATOR",
  "outputs": [
   {
    "internalType": "bytes32",
    "name": "",
    "type": "bytes32"
   }
  ],
  "stateMutability": "view",
  "type": "function"
 },
 {
  "inputs": [],
  "name": "GRACE",
  "outputs": [
   {
    "internalType": "uint256",
    "name": "",
    "type": "uint256"
   }
  ],
  "stateMutability": "view",
  "type": "function"
 },
 {
  "inputs": [],
  "name": "MESSENGER",
  "outputs": [
   {
    "internalType": "contract IMessenger",
    "name": "",
    "type": "address"
   }
  ],
  "stateMutability": "view",
  "type": "function"
 },
 {
  "inputs": [],
  "name": "NAME",
  "outputs": [
   {
    "internalType": "string",
    "name": "",
    "type": "string"
   }
  ],
  "stateMutability": "view",
  "type": "function"
 },
 {
  "inputs": [],
  "name": "QUARTER",
  "outputs": [
   {
    "internalType": "uint256",
    "name": "",
    "type": "uint256"
   }
  ],
  "stateMutability": "view",
  "type": "function"
 },
 {
  "inputs": [],
  "name": "SOLANA_KEEPER_FEE",
  "outputs": [
   {
    "internalType": "uint256",
    "name": "",
    "type": "uint256"
   }
  ],
  "stateMutability": "view",
  "type": "function"
 },
 {
  "inputs": [],
  "name": "UNPAUSE_DELAY",
  "outputs": [
   {
    "internalType": "uint256",
    "name": "",
    "type": "uint256"
   }
  ],
  "stateMutability": "view",
  "type": "function"
 },
 {
  "inputs": [],
  "name": "VALIDATORS_MAX",
  "outputs": [
   {
    "internalType": "uint256",
    "name": "",
    "type": "uint256"
   }
  ],
  "stateMutability": "view",
  "type": "function"
 },
 {
  "inputs": [],
  "name": "VERSION",
  "outputs": [
   {
    "internalType": "string",
    "name": "",
    "type": "string"
   }
  ],
  "stateMutability": "view",
  "type": "function"
 },
 {
  "inputs": [],
  "name": "admin",
  "outputs": [
   {
    "internalType": "address",
    "name": "",
    "type": "address"
   }
  ],
  "stateMutability": "view",
  "type": "function"
 },
 {
  "inputs": [
   {
    "internalType": "bytes",
    "name": "call",
    "type": "bytes"
   }
  ],
  "name": "cancel",
  "outputs": [],
  "stateMutability": "nonpayable",
  "type": "function"
 },
 {
  "inputs": [
   {
    "internalType": "bytes32",
    "name": "id",
    "type": "bytes32"
   }
  ],
  "name": "completed",
  "outputs": [
   {
    "internalType": "bool",
    "name": "",
    "type": "bool"
   }
  ],
  "stateMutability": "view",
  "type": "function"
 },
 {
  "inputs": [
   {
    "internalType": "address",
    "name": "token",
    "type": "address"
   },
   {
    "internalType": "address",
    "name": "to",
    "type": "address"
   },
   {
    "internalType": "uint256",
    "name": "amount",
    "type": "uint256"
   }
  ],
  "name": "deposit",
  "outputs": [],
  "stateMutability": "nonpayable",
  "type": "function"
 },
 {
  "inputs": [
   {
    "internalType": "address",
    "name": "token",
    "type": "address"
   },
   {
    "internalType": "address",
    "name": "from",
    "type": "address"
   },
   {
    "internalType": "uint256",
    "name": "value",
    "type": "uint256"
   },
   {
    "internalType": "uint256",
    "name": "validAfter",
    "type": "uint256"
   },
   {
    "internalType": "uint256",
    "name": "validBefore",
    "type": "uint256"
   },
   {
    "internalType": "bytes32",
    "name": "nonce",
    "type": "bytes32"
   },
   {
    "internalType": "bytes",
    "name": "signature",
    "type": "bytes"
   }
  ],
  "name": "depositWithAuthorization",
  "outputs": [],
  "stateMutability": "nonpayable",
  "type": "function"
 },
 {
  "inputs": [
   {
    "components": [
     {
      "internalType": "uint256",
      "name": "time",
      "type": "uint256"
     },
     {
      "internalType": "uint256",
      "name": "nonce",
      "type": "uint256"
     },
     {
      "internalType": "bool",
      "name": "isDeposit",
      "type": "bool"
     },
     {
      "internalType": "address",
      "name": "account",
      "type": "address"
     },
     {
      "internalType": "address",
      "name": "recipient",
      "type": "address"
     },
     {
      "internalType": "address",
      "name": "token",
      "type": "address"
     },
     {
      "internalType": "uint256",
      "name": "size",
      "type": "uint256"
     },
     {
      "internalType": "uint256",
      "name": "chainId",
      "type": "uint256"
     }
    ],
    "internalType": "struct VestVault.Request",
    "name": "request",
    "type": "tuple"
   }
  ],
  "name": "encodeRequest",
  "outputs": [
   {
    "internalType": "bytes",
    "name": "requestArgs",
    "type": "bytes"
   },
   {
    "internalType": "bytes32",
    "name": "id",
    "type": "bytes32"
   }
  ],
  "stateMutability": "pure",
  "type": "function"
 },
 {
  "inputs": [
   {
    "internalType": "bytes32",
    "name": "callHash",
    "type": "bytes32"
   }
  ],
  "name": "executableAt",
  "outputs": [
   {
    "internalType": "uint256",
    "name": "",
    "type": "uint256"
   }
  ],
  "stateMutability": "view",
  "type": "function"
 },
 {
  "inputs": [
   {
    "internalType": "bytes",
    "name": "call",
    "type": "bytes"
   }
  ],
  "name": "execute",
  "outputs": [],
  "stateMutability": "nonpayable",
  "type": "function"
 },
 {
  "inputs": [
   {
    "internalType": "bytes32[]",
    "name": "ids",
    "type": "bytes32[]"
   }
  ],
  "name": "getCompletedTransactions",
  "outputs": [
   {
    "internalType": "bool[]",
    "name": "done",
    "type": "bool[]"
   }
  ],
  "stateMutability": "view",
  "type": "function"
 },
 {
  "inputs": [
   {
    "internalType": "address",
    "name": "token",
    "type": "address"
   }
  ],
  "name": "hourlyOutflow",
  "outputs": [
   {
    "internalType": "uint256",
    "name": "sum",
    "type": "uint256"
   }
  ],
  "stateMutability": "view",
  "type": "function"
 },
 {
  "inputs": [
   {
    "internalType": "address",
    "name": "guardian",
    "type": "address"
   }
  ],
  "name": "isGuardian",
  "outputs": [
   {
    "internalType": "bool",
    "name": "",
    "type": "bool"
   }
  ],
  "stateMutability": "view",
  "type": "function"
 },
 {
  "inputs": [
   {
    "internalType": "address",
    "name": "keeper",
    "type": "address"
   }
  ],
  "name": "isKeeper",
  "outputs": [
   {
    "internalType": "bool",
    "name": "",
    "type": "bool"
   }
  ],
  "stateMutability": "view",
  "type": "function"
 },
 {
  "inputs": [
   {
    "internalType": "address",
    "name": "validator",
    "type": "address"
   }
  ],
  "name": "isValidator",
  "outputs": [
   {
    "internalType": "bool",
    "name": "",
    "type": "bool"
   }
  ],
  "stateMutability": "view",
  "type": "function"
 },
 {
  "inputs": [
   {
    "internalType": "address",
    "name": "token",
    "type": "address"
   },
   {
    "internalType": "uint256",
    "name": "quarter",
    "type": "uint256"
   }
  ],
  "name": "outflow",
  "outputs": [
   {
    "internalType": "uint256",
    "name": "",
    "type": "uint256"
   }
  ],
  "stateMutability": "view",
  "type": "function"
 },
 {
  "inputs": [],
  "name": "pause",
  "outputs": [],
  "stateMutability": "nonpayable",
  "type": "function"
 },
 {
  "inputs": [],
  "name": "paused",
  "outputs": [
   {
    "internalType": "bool",
    "name": "",
    "type": "bool"
   }
  ],
  "stateMutability": "view",
  "type": "function"
 },
 {
  "inputs": [
   {
    "internalType": "bytes",
    "name": "call",
    "type": "bytes"
   }
  ],
  "name": "propose",
  "outputs": [],
  "stateMutability": "nonpayable",
  "type": "function"
 },
 {
  "inputs": [],
  "name": "quorum",
  "outputs": [
   {
    "internalType": "uint256",
    "name": "",
    "type": "uint256"
   }
  ],
  "stateMutability": "view",
  "type": "function"
 },
 {
  "inputs": [
   {
    "internalType": "address",
    "name": "next",
    "type": "address"
   }
  ],
  "name": "setAdmin",
  "outputs": [],
  "stateMutability": "nonpayable",
  "type": "function"
 },
 {
  "inputs": [
   {
    "internalType": "address",
    "name": "guardian",
    "type": "address"
   },
   {
    "internalType": "bool",
    "name": "active",
    "type": "bool"
   }
  ],
  "name": "setGuardian",
  "outputs": [],
  "stateMutability": "nonpayable",
  "type": "function"
 },
 {
  "inputs": [
   {
    "internalType": "address",
    "name": "keeper",
    "type": "address"
   },
   {
    "internalType": "bool",
    "name": "active",
    "type": "bool"
   }
  ],
  "name": "setKeeper",
  "outputs": [],
  "stateMutability": "nonpayable",
  "type": "function"
 },
 {
  "inputs": [
   {
    "internalType": "address",
    "name": "token",
    "type": "address"
   },
   {
    "components": [
     {
      "internalType": "bool",
      "name": "accepted",
      "type": "bool"
     },
     {
      "internalType": "uint64",
      "name": "scale",
      "type": "uint64"
     },
     {
      "internalType": "uint64",
      "name": "keeperFee",
      "type": "uint64"
     },
     {
      "internalType": "uint16",
      "name": "hourlyBps",
      "type": "uint16"
     },
     {
      "internalType": "uint128",
      "name": "hourlyFloor",
      "type": "uint128"
     },
     {
      "internalType": "uint128",
      "name": "transactionCap",
      "type": "uint128"
     }
    ],
    "internalType": "struct VaultGovernance.TokenTerms",
    "name": "terms",
    "type": "tuple"
   }
  ],
  "name": "setToken",
  "outputs": [],
  "stateMutability": "nonpayable",
  "type": "function"
 },
 {
  "inputs": [
   {
    "internalType": "address[]",
    "name": "next",
    "type": "address[]"
   },
   {
    "internalType": "uint256",
    "name": "nextQuorum",
    "type": "uint256"
   }
  ],
  "name": "setValidators",
  "outputs": [],
  "stateMutability": "nonpayable",
  "type": "function"
 },
 {
  "inputs": [
   {
    "internalType": "address",
    "name": "approvedSigner",
    "type": "address"
   },
   {
    "internalType": "uint256",
    "name": "signerExpiry",
    "type": "uint256"
   }
  ],
  "name": "signerProofDigest",
  "outputs": [
   {
    "internalType": "bytes32",
    "name": "",
    "type": "bytes32"
   }
  ],
  "stateMutability": "view",
  "type": "function"
 },
 {
  "inputs": [
   {
    "internalType": "bytes32",
    "name": "id",
    "type": "bytes32"
   },
   {
    "internalType": "bytes32",
    "name": "mintRecipient",
    "type": "bytes32"
   },
   {
    "internalType": "bool",
    "name": "isSolanaNative",
    "type": "bool"
   }
  ],
  "name": "solanaRelease",
  "outputs": [
   {
    "internalType": "bytes32",
    "name": "",
    "type": "bytes32"
   }
  ],
  "stateMutability": "pure",
  "type": "function"
 },
 {
  "inputs": [
   {
    "internalType": "address",
    "name": "token",
    "type": "address"
   }
  ],
  "name": "tokens",
  "outputs": [
   {
    "internalType": "bool",
    "name": "accepted",
    "type": "bool"
   },
   {
    "internalType": "uint64",
    "name": "scale",
    "type": "uint64"
   },
   {
    "internalType": "uint64",
    "name": "keeperFee",
    "type": "uint64"
   },
   {
    "internalType": "uint16",
    "name": "hourlyBps",
    "type": "uint16"
   },
   {
    "internalType": "uint128",
    "name": "hourlyFloor",
    "type": "uint128"
   },
   {
    "internalType": "uint128",
    "name": "transactionCap",
    "type": "uint128"
   }
  ],
  "stateMutability": "view",
  "type": "function"
 },
 {
  "inputs": [],
  "name": "unpause",
  "outputs": [],
  "stateMutability": "nonpayable",
  "type": "function"
 },
 {
  "inputs": [
   {
    "internalType": "bytes32",
    "name": "id",
    "type": "bytes32"
   }
  ],
  "name": "validatorHash",
  "outputs": [
   {
    "internalType": "bytes32",
    "name": "",
    "type": "bytes32"
   }
  ],
  "stateMutability": "view",
  "type": "function"
 },
 {
  "inputs": [],
  "name": "validators",
  "outputs": [
   {
    "internalType": "address[]",
    "name": "",
    "type": "address[]"
   }
  ],
  "stateMutability": "view",
  "type": "function"
 },
 {
  "inputs": [
   {
    "internalType": "bytes",
    "name": "requestArgs",
    "type": "bytes"
   },
   {
    "internalType": "address",
    "name": "signer",
    "type": "address"
   },
   {
    "internalType": "bytes",
    "name": "signature",
    "type": "bytes"
   },
   {
    "internalType": "bytes",
    "name": "signatureProof",
    "type": "bytes"
   },
   {
    "internalType": "bytes",
    "name": "validatorSignature",
    "type": "bytes"
   },
   {
    "internalType": "bool",
    "name": "isSolanaNative",
    "type": "bool"
   }
  ],
  "name": "withdraw",
  "outputs": [],
  "stateMutability": "nonpayable",
  "type": "function"
 },
 {
  "inputs": [
   {
    "internalType": "bytes",
    "name": "requestArgs",
    "type": "bytes"
   },
   {
    "internalType": "address",
    "name": "signer",
    "type": "address"
   },
   {
    "internalType": "bytes",
    "name": "signature",
    "type": "bytes"
   },
   {
    "internalType": "bytes",
    "name": "signatureProof",
    "type": "bytes"
   },
   {
    "internalType": "bytes",
    "name": "validatorSignature",
    "type": "bytes"
   },
   {
    "internalType": "bool",
    "name": "isSolanaNative",
    "type": "bool"
   }
  ],
  "name": "withdrawSolana",
  "outputs": [],
  "stateMutability": "nonpayable",
  "type": "function"
 }
] as const

export const vestVaultBytecode =
  '0x610120604052348015610010575f5ffd5b50604051614ba3380380614ba383398101604081905261002f91610751565b8451859085906001600160a01b03161580610055575060208201516001600160a01b0316155b156100735760405163d92e233d60e01b815260040160405180910390fd5b80516001600160401b039081166080908152602083015190911660a05282515f80546001600160a01b0319166001600160a01b039092169190911790556060830151908301516100c3919061024b565b6020808301516001600160a01b039081165f9081526004909252604091829020805460ff1916600117905590830151161561011d576040808301516001600160a01b03165f908152600560205220805460ff191660011790555b50600190507f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005580516001600160a01b031660e0526020808201516001600160401b031661010052604080518082018252600c81526b2b32b9ba2937baba32b92b1960a11b90830152805180820182526005815264302e302e3160d81b9083015280517f91ab3d17e3a50a9d89e63fd30b92be7f5336b03b287bb946787a83a9d62a2766928101929092527f4a3268ee489d74d38d2538119b3f62f921df86c19674a1ef50bf839ea24437f9908201527fae209a0b48f21c054280f2455d32cf309387644879d9acbd8ffc199163811885606082015230608082015260a00160408051601f19818403018152919052805160209091012060c05261024183836103f8565b5050505050610b11565b8151158061025a575060108251115b1561027857604051631c6c4cf360e31b815260040160405180910390fd5b8015806102855750815181115b156102a35760405163d173577960e01b815260040160405180910390fd5b5f5b600854811015610301575f60035f600884815481106102c6576102c66108b4565b5f918252602080832091909101546001600160a01b031683528201929092526040019020805460ff19169115159190911790556001016102a5565b505f805b83518110156103a657816001600160a01b031684828151811061032a5761032a6108b4565b60200260200101516001600160a01b03161161035957604051631c6c4cf360e31b815260040160405180910390fd5b83818151811061036b5761036b6108b4565b6020908102919091018101516001600160a01b0381165f90815260039092526040909120805460ff1916600190811790915590925001610305565b5060086103b384826108dc565b5060018290556040517fc89a56603ef85f3cc1c236a288f3af9ab39a9b47abd02d114d1e38a308d17dd0906103eb9085908590610985565b60405180910390a1505050565b5f826001600160a01b031663313ce5676040518163ffffffff1660e01b8152600401602060405180830381865afa158015610435573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061045991906109da565b905060068160ff161080610470575060128160ff16115b1561048e57604051636a78e98160e11b815260040160405180910390fd5b610499600682610a01565b6104a490600a610b03565b6001600160401b0390811660208085019182526001600160a01b039095165f908152600690955260409485902084518154925196860151606087015161ffff16600160881b0261ffff60881b1991861669010000000000000000000291909116600160481b600160981b03199890951661010002610100600160481b0319921515929092166001600160481b03199094169390931717959095169190911717835550608081015160a0909101516001600160801b03908116600160801b02911617600190910155565b634e487b7160e01b5f52604160045260245ffd5b604080519081016001600160401b03811182821017156105a3576105a361056d565b60405290565b60405160c081016001600160401b03811182821017156105a3576105a361056d565b60405160a081016001600160401b03811182821017156105a3576105a361056d565b604051601f8201601f191681016001600160401b03811182821017156106155761061561056d565b604052919050565b80516001600160a01b0381168114610633575f5ffd5b919050565b80516001600160401b0381168114610633575f5ffd5b5f6040828403121561065e575f5ffd5b610666610581565b905061067182610638565b815261067f60208301610638565b602082015292915050565b80516001600160801b0381168114610633575f5ffd5b5f60c082840312156106b0575f5ffd5b6106b86105a9565b9050815180151581146106c9575f5ffd5b81526106d760208301610638565b60208201526106e860408301610638565b6040820152606082015161ffff81168114610701575f5ffd5b60608201526107126080830161068a565b608082015261072360a0830161068a565b60a082015292915050565b5f6040828403121561073e575f5ffd5b610746610581565b90506106718261061d565b5f5f5f5f5f6101808688031215610766575f5ffd5b85516001600160401b0381111561077b575f5ffd5b860160a0818903121561078c575f5ffd5b6107946105cb565b61079d8261061d565b81526107ab6020830161061d565b60208201526107bc6040830161061d565b604082015260608201516001600160401b038111156107d9575f5ffd5b8201601f81018a136107e9575f5ffd5b80516001600160401b038111156108025761080261056d565b8060051b610812602082016105ed565b9182526020818401810192908101908d84111561082d575f5ffd5b6020850194505b83851015610856576108458561061d565b825260209485019490910190610834565b60608601525050505060809182015191810191909152945061087b876020880161064e565b93506108896060870161061d565b925061089887608088016106a0565b91506108a887610140880161072e565b90509295509295909350565b634e487b7160e01b5f52603260045260245ffd5b634e487b7160e01b5f52601160045260245ffd5b81516001600160401b038111156108f5576108f561056d565b6801000000000000000081111561090e5761090e61056d565b81548183558082101561094257825f528160205f20018282035f5b8181101561093e575f83820155600101610929565b5050505b5060208301610956835f9081526020902090565b5f5b8381101561097d5782516001600160a01b031681830155602090920191600101610958565b505050505050565b604080825283519082018190525f9060208501906060840190835b818110156109c75783516001600160a01b03168352602093840193909201916001016109a0565b5050602093909301939093525092915050565b5f602082840312156109ea575f5ffd5b815160ff811681146109fa575f5ffd5b9392505050565b60ff8281168282160390811115610a1a57610a1a6108c8565b92915050565b6001815b6001841115610a5b57808504811115610a3f57610a3f6108c8565b6001841615610a4d57908102905b60019390931c928002610a24565b935093915050565b5f82610a7157506001610a1a565b81610a7d57505f610a1a565b8160018114610a935760028114610a9d57610ab9565b6001915050610a1a565b60ff841115610aae57610aae6108c8565b50506001821b610a1a565b5060208310610133831016604e8410600b8410161715610adc575081810a610a1a565b610ae85f198484610a20565b805f1904821115610afb57610afb6108c8565b029392505050565b5f6109fa60ff841683610a63565b60805160a05160c05160e05161010051614024610b7f5f395f818161060c0152610e3601525f818161050f01528181610c94015281816125c901526125f001525f818161035f01526113b001525f81816106330152610bce01525f818161043e0152610ba801526140245ff3fe608060405234801561000f575f5ffd5b50600436106102cd575f3560e01c80638340f5491161017c578063bff649eb116100dd578063d6482daa11610093578063f851a4401161006e578063f851a440146107eb578063facd743b146107fd578063ffa1ad741461081f575f5ffd5b8063d6482daa146106cf578063e4860339146106e2578063f6419d96146107c9575f5ffd5b8063ca1e7819116100c3578063ca1e781914610694578063d1b9e853146106a9578063d24bac2d146106bc575f5ffd5b8063bff649eb14610668578063c0d91c8d14610673575f5ffd5b8063ac63e52a11610132578063b7123f7611610118578063b7123f7614610607578063b7c36b361461062e578063bd69a7ae14610655575f5ffd5b8063ac63e52a14610592578063ad697d85146105bc575f5ffd5b806386cc6bce1161016257806386cc6bce146104f7578063927ede2d1461050a578063a3f4df7e14610549575f5ffd5b80638340f549146104dc5780638456cb59146104ef575f5ffd5b80633f4ba83a1161023157806365b1342c116101e7578063704b6c02116101c2578063704b6c021461048a5780637f2c36631461049d5780637f47e83a146104bd575f5ffd5b806365b1342c14610439578063663ae510146104605780636ba42aaa14610468575f5ffd5b806355067a6f1161021757806355067a6f146103d55780635c975abb146103e85780636325ba74146103f5575f5ffd5b80633f4ba83a146103ba578063438d4835146103c2575f5ffd5b80632b8a1c5a1161028657806337558af51161026c57806337558af514610381578063388f5485146103945780633c5beeb4146103a7575f5ffd5b80632b8a1c5a146103475780633644e5151461035a575f5ffd5b80630c68ba21116102b65780630c68ba2114610302578063137d29d9146103345780631703a0181461033e575f5ffd5b8063038c0f77146102d157806309c5eabe146102ed575b5f5ffd5b6102da61038481565b6040519081526020015b60405180910390f35b6103006102fb3660046131a2565b61085b565b005b610324610310366004613200565b60046020525f908152604090205460ff1681565b60405190151581526020016102e4565b6102da6212750081565b6102da60015481565b610300610355366004613231565b610a73565b6102da7f000000000000000000000000000000000000000000000000000000000000000081565b61030061038f3660046131a2565b610ad6565b6103006103a2366004613264565b610c4d565b6103006103b53660046131a2565b611007565b61030061113a565b6103006103d0366004613353565b6111a7565b6102da6103e33660046133dc565b611330565b6002546103249060ff1681565b6102da610403366004613406565b60408051602080820193909352308183015246606080830191909152825180830390910181526080909101909152805191012090565b6102da7f000000000000000000000000000000000000000000000000000000000000000081565b6102da601081565b610324610476366004613200565b60056020525f908152604090205460ff1681565b610300610498366004613200565b6113ea565b6104b06104ab36600461345e565b61149c565b6040516102e49190613491565b6102da6104cb366004613406565b60076020525f908152604090205481565b6103006104ea3660046134d5565b611554565b6103006116b6565b610300610505366004613513565b611737565b6105317f000000000000000000000000000000000000000000000000000000000000000081565b6040516001600160a01b0390911681526020016102e4565b6105856040518060400160405280600c81526020017f56657374526f757465725632000000000000000000000000000000000000000081525081565b6040516102e491906135a7565b6102da6105a03660046133dc565b600a60209081525f928352604080842090915290825290205481565b6102da6105ca3660046135b9565b604080516020810185905290810183905281151560608201525f906080016040516020818303038152906040528051906020012090509392505050565b6102da7f000000000000000000000000000000000000000000000000000000000000000081565b6102da7f000000000000000000000000000000000000000000000000000000000000000081565b610300610663366004613264565b6117ad565b6102da63240c840081565b6106866106813660046135eb565b611acd565b6040516102e4929190613605565b61069c611b01565b6040516102e49190613669565b6103006106b7366004613231565b611b61565b6102da6106ca366004613200565b611bc4565b6103006106dd36600461367b565b611c2b565b6107746106f0366004613200565b60066020525f90815260409020805460019091015460ff82169167ffffffffffffffff6101008204811692690100000000000000000083049091169161ffff7101000000000000000000000000000000000090910416906fffffffffffffffffffffffffffffffff8082169170010000000000000000000000000000000090041686565b60408051961515875267ffffffffffffffff9586166020880152949093169385019390935261ffff1660608401526fffffffffffffffffffffffffffffffff91821660808401521660a082015260c0016102e4565b6103246107d7366004613406565b60096020525f908152604090205460ff1681565b5f54610531906001600160a01b031681565b61032461080b366004613200565b60036020525f908152604090205460ff1681565b6105856040518060400160405280600581526020017f302e302e3100000000000000000000000000000000000000000000000000000081525081565b6108658282611c80565b80156108805750335f9081526004602052604090205460ff16155b156108b7576040517fef6d0f0200000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f60075f84846040516108cb9291906136d7565b604051809103902081526020019081526020015f20549050805f0361091c576040517ff2a87d5e00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b80421015610956576040517f085de62500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6109636212750082613713565b42111561099c576040517fecdd1c2900000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b60075f84846040516109af9291906136d7565b604051809103902081526020019081526020015f205f90555f5f306001600160a01b031685856040516109e39291906136d7565b5f604051808303815f865af19150503d805f8114610a1c576040519150601f19603f3d011682016040523d82523d5f602084013e610a21565b606091505b509150915081610a3357805160208201fd5b7fde2fc91faad1f042c4749c1e6306e39ad70483ec16175722c3a91766340798578585604051610a6492919061376d565b60405180910390a15050505050565b333014610aac576040517f29c3b7ee00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6001600160a01b03919091165f908152600460205260409020805460ff1916911515919091179055565b5f546001600160a01b03163314610b19576040517f7bfa4b9f00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f8282604051610b2a9291906136d7565b60408051918290039091205f818152600760205291909120549091508015801590610b615750610b5d6212750082613713565b4211155b15610b98576040517fb06a8bf200000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b610ba28484611c80565b610bcc577f0000000000000000000000000000000000000000000000000000000000000000610bee565b7f00000000000000000000000000000000000000000000000000000000000000005b610bf89042613713565b5f8381526007602052604090819020829055519091507fc89fa09f8557a03198bfe394c50a226962ee4ec48f82b364577ffb49e5cbb60390610c3f90869086908590613788565b60405180910390a150505050565b610c55611cee565b60025460ff1615610c92576040517ff0d9724600000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b7f00000000000000000000000000000000000000000000000000000000000000006001600160a01b0316610cf2576040517faa8edba300000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f610cfd8b8b611d1c565b90505f8b8b604051610d109291906136d7565b60408051918290039091205f8181526009602052919091205490915060ff1615610d66576040517f57eee76600000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f610d7185876137ab565b6040805160208082018690528183018490528715156060808401919091528351808403909101815260809092019092528051910120909150610dbf90610dba876020818b6137e7565b611ed9565b8315610dd657610dd1828c8c8c61209d565b610e06565b82606001516001600160a01b0316336001600160a01b031614610e0657610e068284606001518d8d8d8d8d612127565b5f610e148460a00151612310565b335f908152600560205260408120549192509060ff16610e34575f610e56565b7f00000000000000000000000000000000000000000000000000000000000000005b9050808560c0015111610e95576040517fbdee9b4d00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b8160a001516fffffffffffffffffffffffffffffffff168560c001511115610ee9576040517f93eeb41500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f848152600960205260408120805460ff1916600117905560c0860151610f1190839061380e565b9050610f228660a001518483612431565b85606001516001600160a01b0316857ff21a0fa87f7b9c13709301fee688a527953ef9f7232df932ec21c41c0722aa028860800151878a60a001518b60c0015188604051610f9b95949392919094855260208501939093526001600160a01b039190911660408401526060830152608082015260a00190565b60405180910390a3610fcc85858860a00151866020015167ffffffffffffffff1685610fc79190613821565b6125ba565b505050505050610ffb60017f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f0055565b50505050505050505050565b5f546001600160a01b031633148015906110305750335f9081526004602052604090205460ff16155b15611067576040517fef6d0f0200000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b60075f838360405161107a9291906136d7565b604051809103902081526020019081526020015f20545f036110c8576040517ff2a87d5e00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b60075f83836040516110db9291906136d7565b604051809103902081526020019081526020015f205f9055336001600160a01b03167ff86ecce47d1869b1c9e4f1179849ce83157ed499e2a4103f1ca54502d440017b838360405161112e92919061376d565b60405180910390a25050565b333014611173576040517f29c3b7ee00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6002805460ff191690556040517fa45f47fdea8a1efdd9029a5691c7f759c32b7c698632b563573e155625d16933905f90a1565b6111af611cee565b60025460ff16156111ec576040517ff0d9724600000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b855f03611225576040517f1f2a200500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b61122e88612310565b506040517f88b7ab630000000000000000000000000000000000000000000000000000000081526001600160a01b038916906388b7ab6390611282908a9030908b908b908b908b908b908b90600401613838565b5f604051808303815f87803b158015611299575f5ffd5b505af11580156112ab573d5f5f3e3d5ffd5b5050505082876001600160a01b0316896001600160a01b03167fa0206bdf7fcd180b2449b9bba5f08294e3b80dbb3cbf782c60bdc51559489ddc896040516112f591815260200190565b60405180910390a461132660017f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f0055565b5050505050505050565b604080517f8a4593dcdba9d4a0be1cf1faf67b20680472eeb6a2269a4880752b34ddd039f86020808301919091526001600160a01b03851682840152606080830185905283518084039091018152608083019384905280519101207f190100000000000000000000000000000000000000000000000000000000000083527f0000000000000000000000000000000000000000000000000000000000000000608283015260a290910152604290205f905b90505b92915050565b333014611423576040517f29c3b7ee00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6001600160a01b038116611463576040517fd92e233d00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f80547fffffffffffffffffffffffff0000000000000000000000000000000000000000166001600160a01b0392909216919091179055565b60608167ffffffffffffffff8111156114b7576114b761388f565b6040519080825280602002602001820160405280156114e0578160200160208202803683370190505b5090505f5b8281101561154d5760095f858584818110611502576115026138bc565b9050602002013581526020019081526020015f205f9054906101000a900460ff16828281518110611535576115356138bc565b911515602092830291909101909101526001016114e5565b5092915050565b61155c611cee565b60025460ff1615611599576040517ff0d9724600000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6001600160a01b0382166115d9576040517fd92e233d00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b805f03611612576040517f1f2a200500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b61161b83612310565b506116316001600160a01b038416333084612697565b816001600160a01b0316336001600160a01b0316846001600160a01b03167f7cfff908a4b583f36430b25d75964c458d8ede8a99bd61be750e97ee1b2f3a968460405161168091815260200190565b60405180910390a46116b160017f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f0055565b505050565b335f9081526004602052604090205460ff166116fe576040517fef6d0f0200000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6002805460ff1916600117905560405133907f62e78cea01bee320cd4e420270b5ea74000d11b0c9f74754ebdbfc544b05a258905f90a2565b333014611770576040517f29c3b7ee00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6116b18383808060200260200160405190810160405280939291908181526020018383602002808284375f920191909152508592506126eb915050565b6117b5611cee565b60025460ff16156117f2576040517ff0d9724600000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b801561182a576040517faa8edba300000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f6118358b8b6128e3565b90505f8b8b6040516118489291906136d7565b60408051918290039091205f8181526009602052919091205490915060ff161561189e576040517f57eee76600000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6118a78261296a565b6118b2818686611ed9565b81606001516001600160a01b0316336001600160a01b0316146118e2576118e28183606001518c8c8c8c8c612127565b5f6118f08360a00151612310565b335f908152600560205260408120549192509060ff16611910575f611916565b81604001515b67ffffffffffffffff169050808460c001511161195f576040517fbdee9b4d00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b8160a001516fffffffffffffffffffffffffffffffff168460c0015111156119b3576040517f93eeb41500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f838152600960205260408120805460ff1916600117905560c08501516119db90839061380e565b90506119ec8560a001518483612431565b84608001516001600160a01b031685606001516001600160a01b0316857f5d738209a6e85bd3f922828cee1b0db9b58917037535bda6d0e16a5a9c669d418860a001518960c0015187604051611a60939291906001600160a01b039390931683526020830191909152604082015260600190565b60405180910390a4611a9f8560800151846020015167ffffffffffffffff1683611a8a9190613821565b60a08801516001600160a01b03169190612ae6565b5050505050610ffb60017f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f0055565b60605f82604051602001611ae191906138e9565b604051602081830303815290604052915081805190602001209050915091565b60606008805480602002602001604051908101604052809291908181526020018280548015611b5757602002820191905f5260205f20905b81546001600160a01b03168152600190910190602001808311611b39575b5050505050905090565b333014611b9a576040517f29c3b7ee00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6001600160a01b03919091165f908152600560205260409020805460ff1916911515919091179055565b5f80611bd2610384426139a9565b90505f5b6005811015611c24576001600160a01b0384165f908152600a6020526040812090611c01838561380e565b81526020019081526020015f205483611c1a9190613713565b9250600101611bd6565b5050919050565b333014611c64576040517f29c3b7ee00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b611c7c82611c7736849003840184613a3f565b612b34565b5050565b5f600482108015906113e157507f3f4ba83a00000000000000000000000000000000000000000000000000000000611cbb60045f85876137e7565b611cc491613ac8565b7fffffffff0000000000000000000000000000000000000000000000000000000016149392505050565b611cf6612d45565b60027f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f0055565b611d706040518061010001604052805f81526020015f81526020015f151581526020015f6001600160a01b031681526020015f81526020015f6001600160a01b031681526020015f81526020015f81525090565b6101008214611dab576040517f061187e500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b611db782840184613b2d565b9050806040015115611df5576040517faa8edba300000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b60e081015115611e31576040517f10dfc03300000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b60608101516001600160a01b03161580611e4d57506080810151155b15611e84576040517fd92e233d00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b8051611e959063240c840090613713565b611ea1426103e8613821565b11156113e4576040517fdd9cfdb600000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f611ee56041836139a9565b9050611ef2604183613bb2565b15611f29576040517f8baa579f00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b600154811080611f395750601081115b15611f70576040517f6227817100000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b60408051602080820187905230828401524660608084019190915283518084039091018152608090920190925280519101207f19457468657265756d205369676e6564204d6573736167653a0a3332000000005f908152601c91909152603c812090805b83811015612094575f612018848888611fee604187613821565b906041611ffc886001613713565b6120069190613821565b92612013939291906137e7565b612da2565b9050826001600160a01b0316816001600160a01b031611158061205357506001600160a01b0381165f9081526003602052604090205460ff16155b1561208a576040517f6227817100000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b9150600101611fd4565b50505050505050565b7f19457468657265756d205369676e6564204d6573736167653a0a3332000000005f908152601c859052603c90206001600160a01b038416906120e1908484612da2565b6001600160a01b031614612121576040517f8baa579f00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b50505050565b6121338786868661209d565b856001600160a01b0316856001600160a01b03160315612094575f819003612187576040517f8baa579f00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f8061219583850185613c6e565b9150915060408151146121d4576040517f8baa579f00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f5f828060200190518101906121ea9190613cd3565b91509150886001600160a01b0316826001600160a01b031614612239576040517f8baa579f00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f5f61224e6122488585611330565b87612e09565b5090925090505f81600381111561226757612267613cff565b14158061228657508b6001600160a01b0316826001600160a01b031614155b156122bd576040517f8baa579f00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b826122ca426103e8613821565b10612301576040517f9205803400000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b50505050505050505050505050565b6040805160c0810182525f80825260208201819052918101829052606081018290526080810182905260a0810191909152506001600160a01b0381165f90815260066020908152604091829020825160c081018452815460ff81161515808352610100820467ffffffffffffffff9081169584019590955269010000000000000000008204909416948201949094527101000000000000000000000000000000000090930461ffff166060840152600101546fffffffffffffffffffffffffffffffff80821660808501527001000000000000000000000000000000009091041660a083015261242c576040517f6a17288200000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b919050565b5f61243b84611bc4565b60208401516040517f70a082310000000000000000000000000000000000000000000000000000000081523060048201529192505f91839167ffffffffffffffff16906001600160a01b038816906370a0823190602401602060405180830381865afa1580156124ad573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906124d19190613d2c565b6124db91906139a9565b6124e59190613713565b90505f61252885608001516fffffffffffffffffffffffffffffffff16612710876060015161ffff16856125199190613821565b61252391906139a9565b612e52565b9050806125358585613713565b111561256d576040517f8f8dd1d600000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6001600160a01b0386165f908152600a602052604081208591612592610384426139a9565b81526020019081526020015f205f8282546125ad9190613713565b9091555050505050505050565b6125ee6001600160a01b0383167f000000000000000000000000000000000000000000000000000000000000000083612e61565b7f00000000000000000000000000000000000000000000000000000000000000006001600160a01b031663779b432d82600586865f5f1b5f6107d08c60405160200161263c91815260200190565b6040516020818303038152906040526040518963ffffffff1660e01b815260040161266e989796959493929190613d43565b5f604051808303815f87803b158015612685575f5ffd5b505af1158015611326573d5f5f3e3d5ffd5b6126a5848484846001612ecc565b612121576040517f5274afe70000000000000000000000000000000000000000000000000000000081526001600160a01b03851660048201526024015b60405180910390fd5b815115806126fa575060108251115b15612731576040517fe362679800000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b80158061273e5750815181115b15612775576040517fd173577900000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f5b6008548110156127d3575f60035f60088481548110612798576127986138bc565b5f918252602080832091909101546001600160a01b031683528201929092526040019020805460ff1916911515919091179055600101612777565b505f805b835181101561289157816001600160a01b03168482815181106127fc576127fc6138bc565b60200260200101516001600160a01b031611612844576040517fe362679800000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b838181518110612856576128566138bc565b6020908102919091018101516001600160a01b0381165f90815260039092526040909120805460ff19166001908117909155909250016127d7565b50600861289e8482613d96565b5060018290556040517fc89a56603ef85f3cc1c236a288f3af9ab39a9b47abd02d114d1e38a308d17dd0906128d69085908590613e40565b60405180910390a1505050565b60408051610100810182525f80825260208201819052918101829052606081018290526080810182905260a0810182905260c0810182905260e0810191909152610100821461295e576040517f061187e500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6113e182840184613e52565b8060400151156129a6576040517faa8edba300000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b468160e00151146129e3576040517f10dfc03300000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b60608101516001600160a01b03161580612a08575060808101516001600160a01b0316155b15612a3f576040517fd92e233d00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b306001600160a01b031681608001516001600160a01b031603612a8e576040517f9c8d2cd200000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b8051612a9f9063240c840090613713565b612aab426103e8613821565b1115612ae3576040517fdd9cfdb600000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b50565b612af38383836001612f52565b6116b1576040517f5274afe70000000000000000000000000000000000000000000000000000000081526001600160a01b03841660048201526024016126e2565b5f826001600160a01b031663313ce5676040518163ffffffff1660e01b8152600401602060405180830381865afa158015612b71573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190612b959190613ebc565b905060068160ff161080612bac575060128160ff16115b15612be3576040517fd4f1d30200000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b612bee600682613edc565b612bf990600a614016565b67ffffffffffffffff90811660208085019182526001600160a01b039095165f908152600690955260409485902084518154925196860151606087015161ffff1671010000000000000000000000000000000000027fffffffffffffffffffffffffff0000ffffffffffffffffffffffffffffffffff918616690100000000000000000002919091167fffffffffffffffffffffffffff00000000000000000000ffffffffffffffffff98909516610100027fffffffffffffffffffffffffffffffffffffffffffffff0000000000000000ff921515929092167fffffffffffffffffffffffffffffffffffffffffffffff0000000000000000009094169390931717959095169190911717835550608081015160a0909101516fffffffffffffffffffffffffffffffff90811670010000000000000000000000000000000002911617600190910155565b7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f0054600203612da0576040517f3ee5aeb500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b565b5f5f5f612db0868686612fcd565b5090925090505f816003811115612dc957612dc9613cff565b14612e00576040517f8baa579f00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b50949350505050565b5f5f5f8351604103612e40576020840151604085015160608601515f1a612e3288828585613014565b955095509550505050612e4b565b505081515f91506002905b9250925092565b5f8282188284110282186113e1565b612e6d8383835f6130fa565b6116b157612e7e83835f60016130fa565b612ebf576040517f5274afe70000000000000000000000000000000000000000000000000000000081526001600160a01b03841660048201526024016126e2565b612af383838360016130fa565b6040517f23b872dd000000000000000000000000000000000000000000000000000000005f8181526001600160a01b038781166004528616602452604485905291602083606481808c5af1925060015f51148316612f41578383151615612f35573d5f823e3d81fd5b5f883b113d1516831692505b604052505f60605295945050505050565b6040517fa9059cbb000000000000000000000000000000000000000000000000000000005f8181526001600160a01b038616600452602485905291602083604481808b5af1925060015f51148316612fc1578383151615612fb5573d5f823e3d81fd5b5f873b113d1516831692505b60405250949350505050565b5f80806041849003613001578435602086013560408701355f1a612ff389828585613014565b95509550955050505061300b565b505f915060029050825b93509350939050565b5f80807f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a084111561304d57505f915060039050826130f0565b604080515f808252602082018084528a905260ff891692820192909252606081018790526080810186905260019060a0016020604051602081039080840390855afa15801561309e573d5f5f3e3d5ffd5b50506040517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe001519150506001600160a01b0381166130e757505f9250600191508290506130f0565b92505f91508190505b9450945094915050565b6040517f095ea7b3000000000000000000000000000000000000000000000000000000005f8181526001600160a01b038616600452602485905291602083604481808b5af1925060015f51148316612fc1578383151615612fb5573d5f823e3d81fd5b5f5f83601f84011261316d575f5ffd5b50813567ffffffffffffffff811115613184575f5ffd5b60208301915083602082850101111561319b575f5ffd5b9250929050565b5f5f602083850312156131b3575f5ffd5b823567ffffffffffffffff8111156131c9575f5ffd5b6131d58582860161315d565b90969095509350505050565b6001600160a01b0381168114612ae3575f5ffd5b803561242c816131e1565b5f60208284031215613210575f5ffd5b813561321b816131e1565b9392505050565b8035801515811461242c575f5ffd5b5f5f60408385031215613242575f5ffd5b823561324d816131e1565b915061325b60208401613222565b90509250929050565b5f5f5f5f5f5f5f5f5f5f60c08b8d03121561327d575f5ffd5b8a3567ffffffffffffffff811115613293575f5ffd5b61329f8d828e0161315d565b909b5099506132b2905060208c016131f5565b975060408b013567ffffffffffffffff8111156132cd575f5ffd5b6132d98d828e0161315d565b90985096505060608b013567ffffffffffffffff8111156132f8575f5ffd5b6133048d828e0161315d565b90965094505060808b013567ffffffffffffffff811115613323575f5ffd5b61332f8d828e0161315d565b9094509250613342905060a08c01613222565b90509295989b9194979a5092959850565b5f5f5f5f5f5f5f5f60e0898b03121561336a575f5ffd5b8835613375816131e1565b97506020890135613385816131e1565b965060408901359550606089013594506080890135935060a0890135925060c089013567ffffffffffffffff8111156133bc575f5ffd5b6133c88b828c0161315d565b999c989b5096995094979396929594505050565b5f5f604083850312156133ed575f5ffd5b82356133f8816131e1565b946020939093013593505050565b5f60208284031215613416575f5ffd5b5035919050565b5f5f83601f84011261342d575f5ffd5b50813567ffffffffffffffff811115613444575f5ffd5b6020830191508360208260051b850101111561319b575f5ffd5b5f5f6020838503121561346f575f5ffd5b823567ffffffffffffffff811115613485575f5ffd5b6131d58582860161341d565b602080825282518282018190525f918401906040840190835b818110156134ca57835115158352602093840193909201916001016134aa565b509095945050505050565b5f5f5f606084860312156134e7575f5ffd5b83356134f2816131e1565b92506020840135613502816131e1565b929592945050506040919091013590565b5f5f5f60408486031215613525575f5ffd5b833567ffffffffffffffff81111561353b575f5ffd5b6135478682870161341d565b909790965060209590950135949350505050565b5f81518084528060208401602086015e5f6020828601015260207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f83011685010191505092915050565b602081525f6113e1602083018461355b565b5f5f5f606084860312156135cb575f5ffd5b83359250602084013591506135e260408501613222565b90509250925092565b5f6101008284031280156135fd575f5ffd5b509092915050565b604081525f613617604083018561355b565b90508260208301529392505050565b5f8151808452602084019350602083015f5b8281101561365f5781516001600160a01b0316865260209586019590910190600101613638565b5093949350505050565b602081525f6113e16020830184613626565b5f5f82840360e081121561368d575f5ffd5b8335613698816131e1565b925060c07fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0820112156136c9575f5ffd5b506020830190509250929050565b818382375f9101908152919050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b808201808211156113e4576113e46136e6565b81835281816020850137505f602082840101525f60207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f840116840101905092915050565b602081525f613780602083018486613726565b949350505050565b604081525f61379b604083018587613726565b9050826020830152949350505050565b803560208310156113e4577fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff602084900360031b1b1692915050565b5f5f858511156137f5575f5ffd5b83861115613801575f5ffd5b5050820193919092039150565b818103818111156113e4576113e46136e6565b80820281158282048414176113e4576113e46136e6565b6001600160a01b03891681526001600160a01b03881660208201528660408201528560608201528460808201528360a082015260e060c08201525f61388160e083018486613726565b9a9950505050505050505050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd5b7f4e487b71000000000000000000000000000000000000000000000000000000005f52603260045260245ffd5b8135815260208083013590820152610100810161390860408401613222565b15156040830152606083013561391d816131e1565b6001600160a01b031660608301526080830135613939816131e1565b6001600160a01b0316608083015261395360a084016131f5565b6001600160a01b031660a083015260c0838101359083015260e092830135929091019190915290565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601260045260245ffd5b5f826139b7576139b761397c565b500490565b60405160c0810167ffffffffffffffff811182821017156139df576139df61388f565b60405290565b604051610100810167ffffffffffffffff811182821017156139df576139df61388f565b803567ffffffffffffffff8116811461242c575f5ffd5b80356fffffffffffffffffffffffffffffffff8116811461242c575f5ffd5b5f60c0828403128015613a50575f5ffd5b50613a596139bc565b613a6283613222565b8152613a7060208401613a09565b6020820152613a8160408401613a09565b6040820152606083013561ffff81168114613a9a575f5ffd5b6060820152613aab60808401613a20565b6080820152613abc60a08401613a20565b60a08201529392505050565b80357fffffffff00000000000000000000000000000000000000000000000000000000811690600484101561154d577fffffffff00000000000000000000000000000000000000000000000000000000808560040360031b1b82161691505092915050565b5f610100828403128015613b3f575f5ffd5b50613b486139e5565b8235815260208084013590820152613b6260408401613222565b60408201526060830135613b75816131e1565b606082015260808381013590820152613b9060a084016131f5565b60a082015260c0838101359082015260e0928301359281019290925250919050565b5f82613bc057613bc061397c565b500690565b5f82601f830112613bd4575f5ffd5b813567ffffffffffffffff811115613bee57613bee61388f565b604051601f82017fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0908116603f0116810167ffffffffffffffff81118282101715613c3b57613c3b61388f565b604052818152838201602001851015613c52575f5ffd5b816020850160208301375f918101602001919091529392505050565b5f5f60408385031215613c7f575f5ffd5b823567ffffffffffffffff811115613c95575f5ffd5b613ca185828601613bc5565b925050602083013567ffffffffffffffff811115613cbd575f5ffd5b613cc985828601613bc5565b9150509250929050565b5f5f60408385031215613ce4575f5ffd5b8251613cef816131e1565b6020939093015192949293505050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52602160045260245ffd5b5f60208284031215613d3c575f5ffd5b5051919050565b88815263ffffffff881660208201528660408201526001600160a01b03861660608201528460808201528360a082015263ffffffff831660c082015261010060e08201525f61388161010083018461355b565b815167ffffffffffffffff811115613db057613db061388f565b68010000000000000000811115613dc957613dc961388f565b815481835580821015613dfd57825f528160205f20018282035f5b81811015613df9575f83820155600101613de4565b5050505b5060208301613e11835f9081526020902090565b5f5b83811015613e385782516001600160a01b031681830155602090920191600101613e13565b505050505050565b604081525f6136176040830185613626565b5f610100828403128015613e64575f5ffd5b50613e6d6139e5565b8235815260208084013590820152613e8760408401613222565b60408201526060830135613e9a816131e1565b6060820152613eab608084016131f5565b6080820152613b9060a084016131f5565b5f60208284031215613ecc575f5ffd5b815160ff8116811461321b575f5ffd5b60ff82811682821603908111156113e4576113e46136e6565b6001815b6001841115613f3057808504811115613f1457613f146136e6565b6001841615613f2257908102905b60019390931c928002613ef9565b935093915050565b5f82613f46575060016113e4565b81613f5257505f6113e4565b8160018114613f685760028114613f7257613f8e565b60019150506113e4565b60ff841115613f8357613f836136e6565b50506001821b6113e4565b5060208310610133831016604e8410600b8410161715613fb1575081810a6113e4565b613fdc7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff8484613ef5565b807fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff0482111561400e5761400e6136e6565b029392505050565b5f6113e160ff841683613f3856' as const
