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
  '0x610120604052348015610010575f5ffd5b50604051614bf3380380614bf383398101604081905261002f91610751565b8451859085906001600160a01b03161580610055575060208201516001600160a01b0316155b156100735760405163d92e233d60e01b815260040160405180910390fd5b80516001600160401b039081166080908152602083015190911660a05282515f80546001600160a01b0319166001600160a01b039092169190911790556060830151908301516100c3919061024b565b6020808301516001600160a01b039081165f9081526004909252604091829020805460ff1916600117905590830151161561011d576040808301516001600160a01b03165f908152600560205220805460ff191660011790555b50600190507f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005580516001600160a01b031660e0526020808201516001600160401b031661010052604080518082018252600c81526b2b32b9ba2937baba32b92b1960a11b90830152805180820182526005815264302e302e3160d81b9083015280517f91ab3d17e3a50a9d89e63fd30b92be7f5336b03b287bb946787a83a9d62a2766928101929092527f4a3268ee489d74d38d2538119b3f62f921df86c19674a1ef50bf839ea24437f9908201527fae209a0b48f21c054280f2455d32cf309387644879d9acbd8ffc199163811885606082015230608082015260a00160408051601f19818403018152919052805160209091012060c05261024183836103f8565b5050505050610b11565b8151158061025a575060108251115b1561027857604051631c6c4cf360e31b815260040160405180910390fd5b8015806102855750815181115b156102a35760405163d173577960e01b815260040160405180910390fd5b5f5b600854811015610301575f60035f600884815481106102c6576102c66108b4565b5f918252602080832091909101546001600160a01b031683528201929092526040019020805460ff19169115159190911790556001016102a5565b505f805b83518110156103a657816001600160a01b031684828151811061032a5761032a6108b4565b60200260200101516001600160a01b03161161035957604051631c6c4cf360e31b815260040160405180910390fd5b83818151811061036b5761036b6108b4565b6020908102919091018101516001600160a01b0381165f90815260039092526040909120805460ff1916600190811790915590925001610305565b5060086103b384826108dc565b5060018290556040517fc89a56603ef85f3cc1c236a288f3af9ab39a9b47abd02d114d1e38a308d17dd0906103eb9085908590610985565b60405180910390a1505050565b5f826001600160a01b031663313ce5676040518163ffffffff1660e01b8152600401602060405180830381865afa158015610435573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061045991906109da565b905060068160ff161080610470575060128160ff16115b1561048e57604051636a78e98160e11b815260040160405180910390fd5b610499600682610a01565b6104a490600a610b03565b6001600160401b0390811660208085019182526001600160a01b039095165f908152600690955260409485902084518154925196860151606087015161ffff16600160881b0261ffff60881b1991861669010000000000000000000291909116600160481b600160981b03199890951661010002610100600160481b0319921515929092166001600160481b03199094169390931717959095169190911717835550608081015160a0909101516001600160801b03908116600160801b02911617600190910155565b634e487b7160e01b5f52604160045260245ffd5b604080519081016001600160401b03811182821017156105a3576105a361056d565b60405290565b60405160c081016001600160401b03811182821017156105a3576105a361056d565b60405160a081016001600160401b03811182821017156105a3576105a361056d565b604051601f8201601f191681016001600160401b03811182821017156106155761061561056d565b604052919050565b80516001600160a01b0381168114610633575f5ffd5b919050565b80516001600160401b0381168114610633575f5ffd5b5f6040828403121561065e575f5ffd5b610666610581565b905061067182610638565b815261067f60208301610638565b602082015292915050565b80516001600160801b0381168114610633575f5ffd5b5f60c082840312156106b0575f5ffd5b6106b86105a9565b9050815180151581146106c9575f5ffd5b81526106d760208301610638565b60208201526106e860408301610638565b6040820152606082015161ffff81168114610701575f5ffd5b60608201526107126080830161068a565b608082015261072360a0830161068a565b60a082015292915050565b5f6040828403121561073e575f5ffd5b610746610581565b90506106718261061d565b5f5f5f5f5f6101808688031215610766575f5ffd5b85516001600160401b0381111561077b575f5ffd5b860160a0818903121561078c575f5ffd5b6107946105cb565b61079d8261061d565b81526107ab6020830161061d565b60208201526107bc6040830161061d565b604082015260608201516001600160401b038111156107d9575f5ffd5b8201601f81018a136107e9575f5ffd5b80516001600160401b038111156108025761080261056d565b8060051b610812602082016105ed565b9182526020818401810192908101908d84111561082d575f5ffd5b6020850194505b83851015610856576108458561061d565b825260209485019490910190610834565b60608601525050505060809182015191810191909152945061087b876020880161064e565b93506108896060870161061d565b925061089887608088016106a0565b91506108a887610140880161072e565b90509295509295909350565b634e487b7160e01b5f52603260045260245ffd5b634e487b7160e01b5f52601160045260245ffd5b81516001600160401b038111156108f5576108f561056d565b6801000000000000000081111561090e5761090e61056d565b81548183558082101561094257825f528160205f20018282035f5b8181101561093e575f83820155600101610929565b5050505b5060208301610956835f9081526020902090565b5f5b8381101561097d5782516001600160a01b031681830155602090920191600101610958565b505050505050565b604080825283519082018190525f9060208501906060840190835b818110156109c75783516001600160a01b03168352602093840193909201916001016109a0565b5050602093909301939093525092915050565b5f602082840312156109ea575f5ffd5b815160ff811681146109fa575f5ffd5b9392505050565b60ff8281168282160390811115610a1a57610a1a6108c8565b92915050565b6001815b6001841115610a5b57808504811115610a3f57610a3f6108c8565b6001841615610a4d57908102905b60019390931c928002610a24565b935093915050565b5f82610a7157506001610a1a565b81610a7d57505f610a1a565b8160018114610a935760028114610a9d57610ab9565b6001915050610a1a565b60ff841115610aae57610aae6108c8565b50506001821b610a1a565b5060208310610133831016604e8410600b8410161715610adc575081810a610a1a565b610ae85f198484610a20565b805f1904821115610afb57610afb6108c8565b029392505050565b5f6109fa60ff841683610a63565b60805160a05160c05160e05161010051614074610b7f5f395f81816105d40152610dd201525f818161050f01528181610c5c015281816125c101526125e801525f818161035f015261134c01525f81816105fb0152610b9601525f818161043e0152610b7001526140745ff3fe608060405234801561000f575f5ffd5b50600436106102cd575f3560e01c80638340f5491161017c578063bff649eb116100dd578063d6482daa11610093578063f851a4401161006e578063f851a440146107b3578063facd743b146107c5578063ffa1ad74146107e7575f5ffd5b8063d6482daa14610697578063e4860339146106aa578063f6419d9614610791575f5ffd5b8063ca1e7819116100c3578063ca1e78191461065c578063d1b9e85314610671578063d24bac2d14610684575f5ffd5b8063bff649eb14610630578063c0d91c8d1461063b575f5ffd5b8063ac63e52a11610132578063b7123f7611610118578063b7123f76146105cf578063b7c36b36146105f6578063bd69a7ae1461061d575f5ffd5b8063ac63e52a14610592578063ad697d85146105bc575f5ffd5b806386cc6bce1161016257806386cc6bce146104f7578063927ede2d1461050a578063a3f4df7e14610549575f5ffd5b80638340f549146104dc5780638456cb59146104ef575f5ffd5b80633f4ba83a1161023157806365b1342c116101e7578063704b6c02116101c2578063704b6c021461048a5780637f2c36631461049d5780637f47e83a146104bd575f5ffd5b806365b1342c14610439578063663ae510146104605780636ba42aaa14610468575f5ffd5b806355067a6f1161021757806355067a6f146103d55780635c975abb146103e85780636325ba74146103f5575f5ffd5b80633f4ba83a146103ba578063438d4835146103c2575f5ffd5b80632b8a1c5a1161028657806337558af51161026c57806337558af514610381578063388f5485146103945780633c5beeb4146103a7575f5ffd5b80632b8a1c5a146103475780633644e5151461035a575f5ffd5b80630c68ba21116102b65780630c68ba2114610302578063137d29d9146103345780631703a0181461033e575f5ffd5b8063038c0f77146102d157806309c5eabe146102ed575b5f5ffd5b6102da61038481565b6040519081526020015b60405180910390f35b6103006102fb366004613259565b610823565b005b6103246103103660046132b7565b60046020525f908152604090205460ff1681565b60405190151581526020016102e4565b6102da6212750081565b6102da60015481565b6103006103553660046132e1565b610a3b565b6102da7f000000000000000000000000000000000000000000000000000000000000000081565b61030061038f366004613259565b610a9e565b6103006103a2366004613314565b610c15565b6103006103b5366004613259565b610fa3565b6103006110d6565b6103006103d0366004613403565b611143565b6102da6103e336600461348c565b6112cc565b6002546103249060ff1681565b6102da6104033660046134b6565b60408051602080820193909352308183015246606080830191909152825180830390910181526080909101909152805191012090565b6102da7f000000000000000000000000000000000000000000000000000000000000000081565b6102da601081565b6103246104763660046132b7565b60056020525f908152604090205460ff1681565b6103006104983660046132b7565b611386565b6104b06104ab36600461350e565b611438565b6040516102e49190613541565b6102da6104cb3660046134b6565b60076020525f908152604090205481565b6103006104ea366004613585565b6114f0565b610300611652565b6103006105053660046135c3565b6116d3565b6105317f000000000000000000000000000000000000000000000000000000000000000081565b6040516001600160a01b0390911681526020016102e4565b6105856040518060400160405280600c81526020017f56657374526f757465725632000000000000000000000000000000000000000081525081565b6040516102e49190613639565b6102da6105a036600461348c565b600a60209081525f928352604080842090915290825290205481565b6102da6105ca36600461364b565b611749565b6102da7f000000000000000000000000000000000000000000000000000000000000000081565b6102da7f000000000000000000000000000000000000000000000000000000000000000081565b61030061062b366004613314565b611787565b6102da63240c840081565b61064e61064936600461367d565b611aa7565b6040516102e4929190613697565b610664611adb565b6040516102e491906136fb565b61030061067f3660046132e1565b611b3b565b6102da6106923660046132b7565b611b9e565b6103006106a536600461370d565b611c05565b61073c6106b83660046132b7565b60066020525f90815260409020805460019091015460ff82169167ffffffffffffffff6101008204811692690100000000000000000083049091169161ffff7101000000000000000000000000000000000090910416906fffffffffffffffffffffffffffffffff8082169170010000000000000000000000000000000090041686565b60408051961515875267ffffffffffffffff9586166020880152949093169385019390935261ffff1660608401526fffffffffffffffffffffffffffffffff91821660808401521660a082015260c0016102e4565b61032461079f3660046134b6565b60096020525f908152604090205460ff1681565b5f54610531906001600160a01b031681565b6103246107d33660046132b7565b60036020525f908152604090205460ff1681565b6105856040518060400160405280600581526020017f302e302e3100000000000000000000000000000000000000000000000000000081525081565b61082d8282611c5a565b80156108485750335f9081526004602052604090205460ff16155b1561087f576040517fef6d0f0200000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f60075f848460405161089392919061374b565b604051809103902081526020019081526020015f20549050805f036108e4576040517ff2a87d5e00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b8042101561091e576040517f085de62500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b61092b6212750082613787565b421115610964576040517fecdd1c2900000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b60075f848460405161097792919061374b565b604051809103902081526020019081526020015f205f90555f5f306001600160a01b031685856040516109ab92919061374b565b5f604051808303815f865af19150503d805f81146109e4576040519150601f19603f3d011682016040523d82523d5f602084013e6109e9565b606091505b5091509150816109fb57805160208201fd5b7fde2fc91faad1f042c4749c1e6306e39ad70483ec16175722c3a91766340798578585604051610a2c9291906137c3565b60405180910390a15050505050565b333014610a74576040517f29c3b7ee00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6001600160a01b03919091165f908152600460205260409020805460ff1916911515919091179055565b5f546001600160a01b03163314610ae1576040517f7bfa4b9f00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f8282604051610af292919061374b565b60408051918290039091205f818152600760205291909120549091508015801590610b295750610b256212750082613787565b4211155b15610b60576040517fb06a8bf200000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b610b6a8484611c5a565b610b94577f0000000000000000000000000000000000000000000000000000000000000000610bb6565b7f00000000000000000000000000000000000000000000000000000000000000005b610bc09042613787565b5f8381526007602052604090819020829055519091507fc89fa09f8557a03198bfe394c50a226962ee4ec48f82b364577ffb49e5cbb60390610c07908690869085906137de565b60405180910390a150505050565b610c1d611cc8565b60025460ff1615610c5a576040517ff0d9724600000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b7f00000000000000000000000000000000000000000000000000000000000000006001600160a01b0316610cba576040517faa8edba300000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f610cc58b8b611cf6565b90505f8b8b604051610cd892919061374b565b60408051918290039091205f8181526009602052919091205490915060ff1615610d2e576040517f57eee76600000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f610d398587613801565b9050610d5b610d49838387611749565b610d56876020818b61383d565b611eb3565b8315610d7257610d6d828c8c8c612077565b610da2565b82606001516001600160a01b0316336001600160a01b031614610da257610da28284606001518d8d8d8d8d612101565b5f610db08460a00151612308565b335f908152600560205260408120549192509060ff16610dd0575f610df2565b7f00000000000000000000000000000000000000000000000000000000000000005b9050808560c0015111610e31576040517fbdee9b4d00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b8160a001516fffffffffffffffffffffffffffffffff168560c001511115610e85576040517f93eeb41500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f848152600960205260408120805460ff1916600117905560c0860151610ead908390613864565b9050610ebe8660a001518483612429565b85606001516001600160a01b0316857ff21a0fa87f7b9c13709301fee688a527953ef9f7232df932ec21c41c0722aa028860800151878a60a001518b60c0015188604051610f3795949392919094855260208501939093526001600160a01b039190911660408401526060830152608082015260a00190565b60405180910390a3610f6885858860a00151866020015167ffffffffffffffff1685610f639190613877565b6125b2565b505050505050610f9760017f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f0055565b50505050505050505050565b5f546001600160a01b03163314801590610fcc5750335f9081526004602052604090205460ff16155b15611003576040517fef6d0f0200000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b60075f838360405161101692919061374b565b604051809103902081526020019081526020015f20545f03611064576040517ff2a87d5e00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b60075f838360405161107792919061374b565b604051809103902081526020019081526020015f205f9055336001600160a01b03167ff86ecce47d1869b1c9e4f1179849ce83157ed499e2a4103f1ca54502d440017b83836040516110ca9291906137c3565b60405180910390a25050565b33301461110f576040517f29c3b7ee00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6002805460ff191690556040517fa45f47fdea8a1efdd9029a5691c7f759c32b7c698632b563573e155625d16933905f90a1565b61114b611cc8565b60025460ff1615611188576040517ff0d9724600000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b855f036111c1576040517f1f2a200500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6111ca88612308565b506040517f88b7ab630000000000000000000000000000000000000000000000000000000081526001600160a01b038916906388b7ab639061121e908a9030908b908b908b908b908b908b9060040161388e565b5f604051808303815f87803b158015611235575f5ffd5b505af1158015611247573d5f5f3e3d5ffd5b5050505082876001600160a01b0316896001600160a01b03167fa0206bdf7fcd180b2449b9bba5f08294e3b80dbb3cbf782c60bdc51559489ddc8960405161129191815260200190565b60405180910390a46112c260017f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f0055565b5050505050505050565b604080517f8a4593dcdba9d4a0be1cf1faf67b20680472eeb6a2269a4880752b34ddd039f86020808301919091526001600160a01b03851682840152606080830185905283518084039091018152608083019384905280519101207f190100000000000000000000000000000000000000000000000000000000000083527f0000000000000000000000000000000000000000000000000000000000000000608283015260a290910152604290205f905b90505b92915050565b3330146113bf576040517f29c3b7ee00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6001600160a01b0381166113ff576040517fd92e233d00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f80547fffffffffffffffffffffffff0000000000000000000000000000000000000000166001600160a01b0392909216919091179055565b60608167ffffffffffffffff811115611453576114536138e5565b60405190808252806020026020018201604052801561147c578160200160208202803683370190505b5090505f5b828110156114e95760095f85858481811061149e5761149e613912565b9050602002013581526020019081526020015f205f9054906101000a900460ff168282815181106114d1576114d1613912565b91151560209283029190910190910152600101611481565b5092915050565b6114f8611cc8565b60025460ff1615611535576040517ff0d9724600000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6001600160a01b038216611575576040517fd92e233d00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b805f036115ae576040517f1f2a200500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6115b783612308565b506115cd6001600160a01b03841633308461268f565b816001600160a01b0316336001600160a01b0316846001600160a01b03167f7cfff908a4b583f36430b25d75964c458d8ede8a99bd61be750e97ee1b2f3a968460405161161c91815260200190565b60405180910390a461164d60017f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f0055565b505050565b335f9081526004602052604090205460ff1661169a576040517fef6d0f0200000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6002805460ff1916600117905560405133907f62e78cea01bee320cd4e420270b5ea74000d11b0c9f74754ebdbfc544b05a258905f90a2565b33301461170c576040517f29c3b7ee00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b61164d8383808060200260200160405190810160405280939291908181526020018383602002808284375f920191909152508592506126e3915050565b604080516020810185905290810183905281151560608201525f906080016040516020818303038152906040528051906020012090505b9392505050565b61178f611cc8565b60025460ff16156117cc576040517ff0d9724600000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b8015611804576040517faa8edba300000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f61180f8b8b6128db565b90505f8b8b60405161182292919061374b565b60408051918290039091205f8181526009602052919091205490915060ff1615611878576040517f57eee76600000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b61188182612962565b61188c818686611eb3565b81606001516001600160a01b0316336001600160a01b0316146118bc576118bc8183606001518c8c8c8c8c612101565b5f6118ca8360a00151612308565b335f908152600560205260408120549192509060ff166118ea575f6118f0565b81604001515b67ffffffffffffffff169050808460c0015111611939576040517fbdee9b4d00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b8160a001516fffffffffffffffffffffffffffffffff168460c00151111561198d576040517f93eeb41500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f838152600960205260408120805460ff1916600117905560c08501516119b5908390613864565b90506119c68560a001518483612429565b84608001516001600160a01b031685606001516001600160a01b0316857f5d738209a6e85bd3f922828cee1b0db9b58917037535bda6d0e16a5a9c669d418860a001518960c0015187604051611a3a939291906001600160a01b039390931683526020830191909152604082015260600190565b60405180910390a4611a798560800151846020015167ffffffffffffffff1683611a649190613877565b60a08801516001600160a01b03169190612ade565b5050505050610f9760017f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f0055565b60605f82604051602001611abb919061393f565b604051602081830303815290604052915081805190602001209050915091565b60606008805480602002602001604051908101604052809291908181526020018280548015611b3157602002820191905f5260205f20905b81546001600160a01b03168152600190910190602001808311611b13575b5050505050905090565b333014611b74576040517f29c3b7ee00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6001600160a01b03919091165f908152600560205260409020805460ff1916911515919091179055565b5f80611bac610384426139ff565b90505f5b6005811015611bfe576001600160a01b0384165f908152600a6020526040812090611bdb8385613864565b81526020019081526020015f205483611bf49190613787565b9250600101611bb0565b5050919050565b333014611c3e576040517f29c3b7ee00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b611c5682611c5136849003840184613a95565b612b2c565b5050565b5f6004821080159061137d57507f3f4ba83a00000000000000000000000000000000000000000000000000000000611c9560045f858761383d565b611c9e91613b1e565b7fffffffff0000000000000000000000000000000000000000000000000000000016149392505050565b611cd0612d3d565b60027f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f0055565b611d4a6040518061010001604052805f81526020015f81526020015f151581526020015f6001600160a01b031681526020015f81526020015f6001600160a01b031681526020015f81526020015f81525090565b6101008214611d85576040517f061187e500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b611d9182840184613b83565b9050806040015115611dcf576040517faa8edba300000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b60e081015115611e0b576040517f10dfc03300000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b60608101516001600160a01b03161580611e2757506080810151155b15611e5e576040517fd92e233d00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b8051611e6f9063240c840090613787565b611e7b426103e8613877565b1115611380576040517fdd9cfdb600000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f611ebf6041836139ff565b9050611ecc604183613c08565b15611f03576040517f8baa579f00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b600154811080611f135750601081115b15611f4a576040517f6227817100000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b60408051602080820187905230828401524660608084019190915283518084039091018152608090920190925280519101207f19457468657265756d205369676e6564204d6573736167653a0a3332000000005f908152601c91909152603c812090805b8381101561206e575f611ff2848888611fc8604187613877565b906041611fd6886001613787565b611fe09190613877565b92611fed9392919061383d565b612d9a565b9050826001600160a01b0316816001600160a01b031611158061202d57506001600160a01b0381165f9081526003602052604090205460ff16155b15612064576040517f6227817100000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b9150600101611fae565b50505050505050565b7f19457468657265756d205369676e6564204d6573736167653a0a3332000000005f908152601c859052603c90206001600160a01b038416906120bb908484612d9a565b6001600160a01b0316146120fb576040517f8baa579f00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b50505050565b61210d87868686612077565b856001600160a01b0316856001600160a01b0316031561206e575f819003612161576040517f8baa579f00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f8061216f83850185613ca6565b9150915060408151146121ae576040517f8baa579f00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f5f828060200190518101906121c49190613d0b565b91509150886001600160a01b0316826001600160a01b031614612213576040517f8baa579f00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f61221e83836112cc565b90505f5f61222c8388612e01565b5090925090505f8082600381111561224657612246613d37565b14801561226457508d6001600160a01b0316836001600160a01b0316145b90508015801561227c575061227a8e858a612e4a565b155b156122b3576040517f8baa579f00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b846122c0426103e8613877565b106122f7576040517f9205803400000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b505050505050505050505050505050565b6040805160c0810182525f80825260208201819052918101829052606081018290526080810182905260a0810191909152506001600160a01b0381165f90815260066020908152604091829020825160c081018452815460ff81161515808352610100820467ffffffffffffffff9081169584019590955269010000000000000000008204909416948201949094527101000000000000000000000000000000000090930461ffff166060840152600101546fffffffffffffffffffffffffffffffff80821660808501527001000000000000000000000000000000009091041660a0830152612424576040517f6a17288200000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b919050565b5f61243384611b9e565b60208401516040517f70a082310000000000000000000000000000000000000000000000000000000081523060048201529192505f91839167ffffffffffffffff16906001600160a01b038816906370a0823190602401602060405180830381865afa1580156124a5573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906124c99190613d64565b6124d391906139ff565b6124dd9190613787565b90505f61252085608001516fffffffffffffffffffffffffffffffff16612710876060015161ffff16856125119190613877565b61251b91906139ff565b612f27565b90508061252d8585613787565b1115612565576040517f8f8dd1d600000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6001600160a01b0386165f908152600a60205260408120859161258a610384426139ff565b81526020019081526020015f205f8282546125a59190613787565b9091555050505050505050565b6125e66001600160a01b0383167f000000000000000000000000000000000000000000000000000000000000000083612f36565b7f00000000000000000000000000000000000000000000000000000000000000006001600160a01b031663779b432d82600586865f5f1b5f6107d08c60405160200161263491815260200190565b6040516020818303038152906040526040518963ffffffff1660e01b8152600401612666989796959493929190613d7b565b5f604051808303815f87803b15801561267d575f5ffd5b505af11580156112c2573d5f5f3e3d5ffd5b61269d848484846001612fa1565b6120fb576040517f5274afe70000000000000000000000000000000000000000000000000000000081526001600160a01b03851660048201526024015b60405180910390fd5b815115806126f2575060108251115b15612729576040517fe362679800000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b8015806127365750815181115b1561276d576040517fd173577900000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f5b6008548110156127cb575f60035f6008848154811061279057612790613912565b5f918252602080832091909101546001600160a01b031683528201929092526040019020805460ff191691151591909117905560010161276f565b505f805b835181101561288957816001600160a01b03168482815181106127f4576127f4613912565b60200260200101516001600160a01b03161161283c576040517fe362679800000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b83818151811061284e5761284e613912565b6020908102919091018101516001600160a01b0381165f90815260039092526040909120805460ff19166001908117909155909250016127cf565b5060086128968482613dce565b5060018290556040517fc89a56603ef85f3cc1c236a288f3af9ab39a9b47abd02d114d1e38a308d17dd0906128ce9085908590613e78565b60405180910390a1505050565b60408051610100810182525f80825260208201819052918101829052606081018290526080810182905260a0810182905260c0810182905260e08101919091526101008214612956576040517f061187e500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b61137d82840184613e8a565b80604001511561299e576040517faa8edba300000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b468160e00151146129db576040517f10dfc03300000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b60608101516001600160a01b03161580612a00575060808101516001600160a01b0316155b15612a37576040517fd92e233d00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b306001600160a01b031681608001516001600160a01b031603612a86576040517f9c8d2cd200000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b8051612a979063240c840090613787565b612aa3426103e8613877565b1115612adb576040517fdd9cfdb600000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b50565b612aeb8383836001613027565b61164d576040517f5274afe70000000000000000000000000000000000000000000000000000000081526001600160a01b03841660048201526024016126da565b5f826001600160a01b031663313ce5676040518163ffffffff1660e01b8152600401602060405180830381865afa158015612b69573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190612b8d9190613ef4565b905060068160ff161080612ba4575060128160ff16115b15612bdb576040517fd4f1d30200000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b612be6600682613f14565b612bf190600a61404e565b67ffffffffffffffff90811660208085019182526001600160a01b039095165f908152600690955260409485902084518154925196860151606087015161ffff1671010000000000000000000000000000000000027fffffffffffffffffffffffffff0000ffffffffffffffffffffffffffffffffff918616690100000000000000000002919091167fffffffffffffffffffffffffff00000000000000000000ffffffffffffffffff98909516610100027fffffffffffffffffffffffffffffffffffffffffffffff0000000000000000ff921515929092167fffffffffffffffffffffffffffffffffffffffffffffff0000000000000000009094169390931717959095169190911717835550608081015160a0909101516fffffffffffffffffffffffffffffffff90811670010000000000000000000000000000000002911617600190910155565b7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f0054600203612d98576040517f3ee5aeb500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b565b5f5f5f612da88686866130a2565b5090925090505f816003811115612dc157612dc1613d37565b14612df8576040517f8baa579f00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b50949350505050565b5f5f5f8351604103612e38576020840151604085015160608601515f1a612e2a888285856130e9565b955095509550505050612e43565b505081515f91506002905b9250925092565b5f836001600160a01b03163b5f03612e6357505f611780565b5f8383604051602401612e7792919061405c565b60408051601f19818403018152919052602080820180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f1626ba7e0000000000000000000000000000000000000000000000000000000017815282519293505f928392918391908a620f4240fa5f51601f3d1190911692509050818015612f1c57507f1626ba7e0000000000000000000000000000000000000000000000000000000081145b979650505050505050565b5f82821882841102821861137d565b612f428383835f6131b1565b61164d57612f5383835f60016131b1565b612f94576040517f5274afe70000000000000000000000000000000000000000000000000000000081526001600160a01b03841660048201526024016126da565b612aeb83838360016131b1565b6040517f23b872dd000000000000000000000000000000000000000000000000000000005f8181526001600160a01b038781166004528616602452604485905291602083606481808c5af1925060015f5114831661301657838315161561300a573d5f823e3d81fd5b5f883b113d1516831692505b604052505f60605295945050505050565b6040517fa9059cbb000000000000000000000000000000000000000000000000000000005f8181526001600160a01b038616600452602485905291602083604481808b5af1925060015f5114831661309657838315161561308a573d5f823e3d81fd5b5f873b113d1516831692505b60405250949350505050565b5f808060418490036130d6578435602086013560408701355f1a6130c8898285856130e9565b9550955095505050506130e0565b505f915060029050825b93509350939050565b5f80807f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a084111561312257505f915060039050826131a7565b604080515f808252602082018084528a905260ff891692820192909252606081018790526080810186905260019060a0016020604051602081039080840390855afa158015613173573d5f5f3e3d5ffd5b5050604051601f1901519150506001600160a01b03811661319e57505f9250600191508290506131a7565b92505f91508190505b9450945094915050565b6040517f095ea7b3000000000000000000000000000000000000000000000000000000005f8181526001600160a01b038616600452602485905291602083604481808b5af1925060015f5114831661309657838315161561308a573d5f823e3d81fd5b5f5f83601f840112613224575f5ffd5b50813567ffffffffffffffff81111561323b575f5ffd5b602083019150836020828501011115613252575f5ffd5b9250929050565b5f5f6020838503121561326a575f5ffd5b823567ffffffffffffffff811115613280575f5ffd5b61328c85828601613214565b90969095509350505050565b6001600160a01b0381168114612adb575f5ffd5b803561242481613298565b5f602082840312156132c7575f5ffd5b813561178081613298565b80358015158114612424575f5ffd5b5f5f604083850312156132f2575f5ffd5b82356132fd81613298565b915061330b602084016132d2565b90509250929050565b5f5f5f5f5f5f5f5f5f5f60c08b8d03121561332d575f5ffd5b8a3567ffffffffffffffff811115613343575f5ffd5b61334f8d828e01613214565b909b509950613362905060208c016132ac565b975060408b013567ffffffffffffffff81111561337d575f5ffd5b6133898d828e01613214565b90985096505060608b013567ffffffffffffffff8111156133a8575f5ffd5b6133b48d828e01613214565b90965094505060808b013567ffffffffffffffff8111156133d3575f5ffd5b6133df8d828e01613214565b90945092506133f2905060a08c016132d2565b90509295989b9194979a5092959850565b5f5f5f5f5f5f5f5f60e0898b03121561341a575f5ffd5b883561342581613298565b9750602089013561343581613298565b965060408901359550606089013594506080890135935060a0890135925060c089013567ffffffffffffffff81111561346c575f5ffd5b6134788b828c01613214565b999c989b5096995094979396929594505050565b5f5f6040838503121561349d575f5ffd5b82356134a881613298565b946020939093013593505050565b5f602082840312156134c6575f5ffd5b5035919050565b5f5f83601f8401126134dd575f5ffd5b50813567ffffffffffffffff8111156134f4575f5ffd5b6020830191508360208260051b8501011115613252575f5ffd5b5f5f6020838503121561351f575f5ffd5b823567ffffffffffffffff811115613535575f5ffd5b61328c858286016134cd565b602080825282518282018190525f918401906040840190835b8181101561357a578351151583526020938401939092019160010161355a565b509095945050505050565b5f5f5f60608486031215613597575f5ffd5b83356135a281613298565b925060208401356135b281613298565b929592945050506040919091013590565b5f5f5f604084860312156135d5575f5ffd5b833567ffffffffffffffff8111156135eb575f5ffd5b6135f7868287016134cd565b909790965060209590950135949350505050565b5f81518084528060208401602086015e5f602082860101526020601f19601f83011685010191505092915050565b602081525f61137d602083018461360b565b5f5f5f6060848603121561365d575f5ffd5b8335925060208401359150613674604085016132d2565b90509250925092565b5f61010082840312801561368f575f5ffd5b509092915050565b604081525f6136a9604083018561360b565b90508260208301529392505050565b5f8151808452602084019350602083015f5b828110156136f15781516001600160a01b03168652602095860195909101906001016136ca565b5093949350505050565b602081525f61137d60208301846136b8565b5f5f82840360e081121561371f575f5ffd5b833561372a81613298565b925060c0601f198201121561373d575f5ffd5b506020830190509250929050565b818382375f9101908152919050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b808201808211156113805761138061375a565b81835281816020850137505f602082840101525f6020601f19601f840116840101905092915050565b602081525f6137d660208301848661379a565b949350505050565b604081525f6137f160408301858761379a565b9050826020830152949350505050565b80356020831015611380577fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff602084900360031b1b1692915050565b5f5f8585111561384b575f5ffd5b83861115613857575f5ffd5b5050820193919092039150565b818103818111156113805761138061375a565b80820281158282048414176113805761138061375a565b6001600160a01b03891681526001600160a01b03881660208201528660408201528560608201528460808201528360a082015260e060c08201525f6138d760e08301848661379a565b9a9950505050505050505050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd5b7f4e487b71000000000000000000000000000000000000000000000000000000005f52603260045260245ffd5b8135815260208083013590820152610100810161395e604084016132d2565b15156040830152606083013561397381613298565b6001600160a01b03166060830152608083013561398f81613298565b6001600160a01b031660808301526139a960a084016132ac565b6001600160a01b031660a083015260c0838101359083015260e092830135929091019190915290565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601260045260245ffd5b5f82613a0d57613a0d6139d2565b500490565b60405160c0810167ffffffffffffffff81118282101715613a3557613a356138e5565b60405290565b604051610100810167ffffffffffffffff81118282101715613a3557613a356138e5565b803567ffffffffffffffff81168114612424575f5ffd5b80356fffffffffffffffffffffffffffffffff81168114612424575f5ffd5b5f60c0828403128015613aa6575f5ffd5b50613aaf613a12565b613ab8836132d2565b8152613ac660208401613a5f565b6020820152613ad760408401613a5f565b6040820152606083013561ffff81168114613af0575f5ffd5b6060820152613b0160808401613a76565b6080820152613b1260a08401613a76565b60a08201529392505050565b80357fffffffff0000000000000000000000000000000000000000000000000000000081169060048410156114e9577fffffffff00000000000000000000000000000000000000000000000000000000808560040360031b1b82161691505092915050565b5f610100828403128015613b95575f5ffd5b50613b9e613a3b565b8235815260208084013590820152613bb8604084016132d2565b60408201526060830135613bcb81613298565b606082015260808381013590820152613be660a084016132ac565b60a082015260c0838101359082015260e0928301359281019290925250919050565b5f82613c1657613c166139d2565b500690565b5f82601f830112613c2a575f5ffd5b813567ffffffffffffffff811115613c4457613c446138e5565b604051601f8201601f19908116603f0116810167ffffffffffffffff81118282101715613c7357613c736138e5565b604052818152838201602001851015613c8a575f5ffd5b816020850160208301375f918101602001919091529392505050565b5f5f60408385031215613cb7575f5ffd5b823567ffffffffffffffff811115613ccd575f5ffd5b613cd985828601613c1b565b925050602083013567ffffffffffffffff811115613cf5575f5ffd5b613d0185828601613c1b565b9150509250929050565b5f5f60408385031215613d1c575f5ffd5b8251613d2781613298565b6020939093015192949293505050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52602160045260245ffd5b5f60208284031215613d74575f5ffd5b5051919050565b88815263ffffffff881660208201528660408201526001600160a01b03861660608201528460808201528360a082015263ffffffff831660c082015261010060e08201525f6138d761010083018461360b565b815167ffffffffffffffff811115613de857613de86138e5565b68010000000000000000811115613e0157613e016138e5565b815481835580821015613e3557825f528160205f20018282035f5b81811015613e31575f83820155600101613e1c565b5050505b5060208301613e49835f9081526020902090565b5f5b83811015613e705782516001600160a01b031681830155602090920191600101613e4b565b505050505050565b604081525f6136a960408301856136b8565b5f610100828403128015613e9c575f5ffd5b50613ea5613a3b565b8235815260208084013590820152613ebf604084016132d2565b60408201526060830135613ed281613298565b6060820152613ee3608084016132ac565b6080820152613be660a084016132ac565b5f60208284031215613f04575f5ffd5b815160ff81168114611780575f5ffd5b60ff82811682821603908111156113805761138061375a565b6001815b6001841115613f6857808504811115613f4c57613f4c61375a565b6001841615613f5a57908102905b60019390931c928002613f31565b935093915050565b5f82613f7e57506001611380565b81613f8a57505f611380565b8160018114613fa05760028114613faa57613fc6565b6001915050611380565b60ff841115613fbb57613fbb61375a565b50506001821b611380565b5060208310610133831016604e8410600b8410161715613fe9575081810a611380565b6140147fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff8484613f2d565b807fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff048211156140465761404661375a565b029392505050565b5f61137d60ff841683613f70565b828152604060208201525f6137d6604083018461360b56' as const
