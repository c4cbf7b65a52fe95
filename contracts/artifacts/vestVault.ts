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
    "name": "",
    "type": "bytes"
   },
   {
    "internalType": "address",
    "name": "",
    "type": "address"
   },
   {
    "internalType": "bytes",
    "name": "",
    "type": "bytes"
   },
   {
    "internalType": "bytes",
    "name": "",
    "type": "bytes"
   },
   {
    "internalType": "bytes",
    "name": "",
    "type": "bytes"
   },
   {
    "internalType": "bool",
    "name": "",
    "type": "bool"
   }
  ],
  "name": "withdrawSolana",
  "outputs": [],
  "stateMutability": "pure",
  "type": "function"
 }
] as const

export const vestVaultBytecode =
  '0x60e060405234801561000f575f5ffd5b5060405161423a38038061423a83398101604081905261002e91610706565b8351849084906001600160a01b03161580610054575060208201516001600160a01b0316155b156100725760405163d92e233d60e01b815260040160405180910390fd5b80516001600160401b039081166080908152602083015190911660a05282515f80546001600160a01b0319166001600160a01b039092169190911790556060830151908301516100c29190610226565b6020808301516001600160a01b039081165f9081526004909252604091829020805460ff1916600117905590830151161561011c576040808301516001600160a01b03165f908152600560205220805460ff191660011790555b505060017f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f0055604080518082018252600c81526b2b32b9ba2937baba32b92b1960a11b602091820152815180830183526005815264302e302e3160d81b9082015281517f91ab3d17e3a50a9d89e63fd30b92be7f5336b03b287bb946787a83a9d62a2766818301527f4a3268ee489d74d38d2538119b3f62f921df86c19674a1ef50bf839ea24437f9818401527fae209a0b48f21c054280f2455d32cf309387644879d9acbd8ffc1991638118856060820152306080808301919091528351808303909101815260a0909101909252815191012060c05261021d82826103d3565b50505050610ab4565b81511580610235575060108251115b1561025357604051631c6c4cf360e31b815260040160405180910390fd5b8015806102605750815181115b1561027e5760405163d173577960e01b815260040160405180910390fd5b5f5b6008548110156102dc575f60035f600884815481106102a1576102a1610857565b5f918252602080832091909101546001600160a01b031683528201929092526040019020805460ff1916911515919091179055600101610280565b505f805b835181101561038157816001600160a01b031684828151811061030557610305610857565b60200260200101516001600160a01b03161161033457604051631c6c4cf360e31b815260040160405180910390fd5b83818151811061034657610346610857565b6020908102919091018101516001600160a01b0381165f90815260039092526040909120805460ff19166001908117909155909250016102e0565b50600861038e848261087f565b5060018290556040517fc89a56603ef85f3cc1c236a288f3af9ab39a9b47abd02d114d1e38a308d17dd0906103c69085908590610928565b60405180910390a1505050565b5f826001600160a01b031663313ce5676040518163ffffffff1660e01b8152600401602060405180830381865afa158015610410573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190610434919061097d565b905060068160ff16108061044b575060128160ff16115b1561046957604051636a78e98160e11b815260040160405180910390fd5b6104746006826109a4565b61047f90600a610aa6565b6001600160401b0390811660208085019182526001600160a01b039095165f908152600690955260409485902084518154925196860151606087015161ffff16600160881b0261ffff60881b1991861669010000000000000000000291909116600160481b600160981b03199890951661010002610100600160481b0319921515929092166001600160481b03199094169390931717959095169190911717835550608081015160a0909101516001600160801b03908116600160801b02911617600190910155565b634e487b7160e01b5f52604160045260245ffd5b60405160c081016001600160401b038111828210171561057e5761057e610548565b60405290565b60405160a081016001600160401b038111828210171561057e5761057e610548565b604051601f8201601f191681016001600160401b03811182821017156105ce576105ce610548565b604052919050565b80516001600160a01b03811681146105ec575f5ffd5b919050565b80516001600160401b03811681146105ec575f5ffd5b5f60408284031215610617575f5ffd5b604080519081016001600160401b038111828210171561063957610639610548565b604052905080610648836105f1565b8152610656602084016105f1565b60208201525092915050565b80516001600160801b03811681146105ec575f5ffd5b5f60c08284031215610688575f5ffd5b61069061055c565b9050815180151581146106a1575f5ffd5b81526106af602083016105f1565b60208201526106c0604083016105f1565b6040820152606082015161ffff811681146106d9575f5ffd5b60608201526106ea60808301610662565b60808201526106fb60a08301610662565b60a082015292915050565b5f5f5f5f610140858703121561071a575f5ffd5b84516001600160401b0381111561072f575f5ffd5b850160a08188031215610740575f5ffd5b610748610584565b610751826105d6565b815261075f602083016105d6565b6020820152610770604083016105d6565b604082015260608201516001600160401b0381111561078d575f5ffd5b8201601f8101891361079d575f5ffd5b80516001600160401b038111156107b6576107b6610548565b8060051b6107c6602082016105a6565b9182526020818401810192908101908c8411156107e1575f5ffd5b6020850194505b8385101561080a576107f9856105d6565b8252602094850194909101906107e8565b60608601525050505060809182015191810191909152935061082f8660208701610607565b925061083d606086016105d6565b915061084c8660808701610678565b905092959194509250565b634e487b7160e01b5f52603260045260245ffd5b634e487b7160e01b5f52601160045260245ffd5b81516001600160401b0381111561089857610898610548565b680100000000000000008111156108b1576108b1610548565b8154818355808210156108e557825f528160205f20018282035f5b818110156108e1575f838201556001016108cc565b5050505b50602083016108f9835f9081526020902090565b5f5b838110156109205782516001600160a01b0316818301556020909201916001016108fb565b505050505050565b604080825283519082018190525f9060208501906060840190835b8181101561096a5783516001600160a01b0316835260209384019390920191600101610943565b5050602093909301939093525092915050565b5f6020828403121561098d575f5ffd5b815160ff8116811461099d575f5ffd5b9392505050565b60ff82811682821603908111156109bd576109bd61086b565b92915050565b6001815b60018411156109fe578085048111156109e2576109e261086b565b60018416156109f057908102905b60019390931c9280026109c7565b935093915050565b5f82610a14575060016109bd565b81610a2057505f6109bd565b8160018114610a365760028114610a4057610a5c565b60019150506109bd565b60ff841115610a5157610a5161086b565b50506001821b6109bd565b5060208310610133831016604e8410600b8410161715610a7f575081810a6109bd565b610a8b5f1984846109c3565b805f1904821115610a9e57610a9e61086b565b029392505050565b5f61099d60ff841683610a06565b60805160a05160c051613747610af35f395f818161032f0152610f5f01525f81816105520152610b0501525f818161040e0152610adf01526137475ff3fe608060405234801561000f575f5ffd5b506004361061029d575f3560e01c80637f2c366311610171578063c0d91c8d116100d2578063e486033911610088578063f851a4401161006e578063f851a4401461070a578063facd743b14610734578063ffa1ad7414610756575f5ffd5b8063e486033914610601578063f6419d96146106e8575f5ffd5b8063d1b9e853116100b8578063d1b9e853146105c8578063d24bac2d146105db578063d6482daa146105ee575f5ffd5b8063c0d91c8d14610592578063ca1e7819146105b3575f5ffd5b8063a3f4df7e11610127578063b7c36b361161010d578063b7c36b361461054d578063bd69a7ae14610574578063bff649eb14610587575f5ffd5b8063a3f4df7e146104da578063ac63e52a14610523575f5ffd5b80638340f549116101575780638340f549146104ac5780638456cb59146104bf57806386cc6bce146104c7575f5ffd5b80637f2c36631461046d5780637f47e83a1461048d575f5ffd5b80633c5beeb41161021b5780636325ba74116101d1578063663ae510116101b7578063663ae510146104305780636ba42aaa14610438578063704b6c021461045a575f5ffd5b80636325ba74146103c557806365b1342c14610409575f5ffd5b8063438d483511610201578063438d48351461039257806355067a6f146103a55780635c975abb146103b8575f5ffd5b80633c5beeb4146103775780633f4ba83a1461038a575f5ffd5b80631703a018116102705780633644e515116102565780633644e5151461032a57806337558af514610351578063388f548514610364575f5ffd5b80631703a0181461030e5780632b8a1c5a14610317575f5ffd5b8063038c0f77146102a157806309c5eabe146102bd5780630c68ba21146102d2578063137d29d914610304575b5f5ffd5b6102aa61038481565b6040519081526020015b60405180910390f35b6102d06102cb3660046129e9565b610792565b005b6102f46102e0366004612a47565b60046020525f908152604090205460ff1681565b60405190151581526020016102b4565b6102aa6212750081565b6102aa60015481565b6102d0610325366004612a78565b6109aa565b6102aa7f000000000000000000000000000000000000000000000000000000000000000081565b6102d061035f3660046129e9565b610a0d565b6102d0610372366004612aab565b610b84565b6102d06103853660046129e9565b610bb6565b6102d0610ce9565b6102d06103a0366004612b9a565b610d56565b6102aa6103b3366004612c23565b610edf565b6002546102f49060ff1681565b6102aa6103d3366004612c4d565b60408051602080820193909352308183015246606080830191909152825180830390910181526080909101909152805191012090565b6102aa7f000000000000000000000000000000000000000000000000000000000000000081565b6102aa601081565b6102f4610446366004612a47565b60056020525f908152604090205460ff1681565b6102d0610468366004612a47565b610f99565b61048061047b366004612ca5565b61104b565b6040516102b49190612cd8565b6102aa61049b366004612c4d565b60076020525f908152604090205481565b6102d06104ba366004612d1c565b611103565b6102d0611265565b6102d06104d5366004612d5a565b6112e6565b6105166040518060400160405280600c81526020017f56657374526f757465725632000000000000000000000000000000000000000081525081565b6040516102b49190612dee565b6102aa610531366004612c23565b600a60209081525f928352604080842090915290825290205481565b6102aa7f000000000000000000000000000000000000000000000000000000000000000081565b6102d0610582366004612aab565b61135c565b6102aa63240c840081565b6105a56105a0366004612e00565b611688565b6040516102b4929190612e1a565b6105bb6116bc565b6040516102b49190612e7e565b6102d06105d6366004612a78565b61171c565b6102aa6105e9366004612a47565b61177f565b6102d06105fc366004612e90565b6117e6565b61069361060f366004612a47565b60066020525f90815260409020805460019091015460ff82169167ffffffffffffffff6101008204811692690100000000000000000083049091169161ffff7101000000000000000000000000000000000090910416906fffffffffffffffffffffffffffffffff8082169170010000000000000000000000000000000090041686565b60408051961515875267ffffffffffffffff9586166020880152949093169385019390935261ffff1660608401526fffffffffffffffffffffffffffffffff91821660808401521660a082015260c0016102b4565b6102f46106f6366004612c4d565b60096020525f908152604090205460ff1681565b5f5461071c906001600160a01b031681565b6040516001600160a01b0390911681526020016102b4565b6102f4610742366004612a47565b60036020525f908152604090205460ff1681565b6105166040518060400160405280600581526020017f302e302e3100000000000000000000000000000000000000000000000000000081525081565b61079c828261183b565b80156107b75750335f9081526004602052604090205460ff16155b156107ee576040517fef6d0f0200000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f60075f8484604051610802929190612eec565b604051809103902081526020019081526020015f20549050805f03610853576040517ff2a87d5e00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b8042101561088d576040517f085de62500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b61089a6212750082612f28565b4211156108d3576040517fecdd1c2900000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b60075f84846040516108e6929190612eec565b604051809103902081526020019081526020015f205f90555f5f306001600160a01b0316858560405161091a929190612eec565b5f604051808303815f865af19150503d805f8114610953576040519150601f19603f3d011682016040523d82523d5f602084013e610958565b606091505b50915091508161096a57805160208201fd5b7fde2fc91faad1f042c4749c1e6306e39ad70483ec16175722c3a9176634079857858560405161099b929190612f82565b60405180910390a15050505050565b3330146109e3576040517f29c3b7ee00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6001600160a01b03919091165f908152600460205260409020805460ff1916911515919091179055565b5f546001600160a01b03163314610a50576040517f7bfa4b9f00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f8282604051610a61929190612eec565b60408051918290039091205f818152600760205291909120549091508015801590610a985750610a946212750082612f28565b4211155b15610acf576040517fb06a8bf200000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b610ad9848461183b565b610b03577f0000000000000000000000000000000000000000000000000000000000000000610b25565b7f00000000000000000000000000000000000000000000000000000000000000005b610b2f9042612f28565b5f8381526007602052604090819020829055519091507fc89fa09f8557a03198bfe394c50a226962ee4ec48f82b364577ffb49e5cbb60390610b7690869086908590612f9d565b60405180910390a150505050565b6040517faa8edba300000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f546001600160a01b03163314801590610bdf5750335f9081526004602052604090205460ff16155b15610c16576040517fef6d0f0200000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b60075f8383604051610c29929190612eec565b604051809103902081526020019081526020015f20545f03610c77576040517ff2a87d5e00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b60075f8383604051610c8a929190612eec565b604051809103902081526020019081526020015f205f9055336001600160a01b03167ff86ecce47d1869b1c9e4f1179849ce83157ed499e2a4103f1ca54502d440017b8383604051610cdd929190612f82565b60405180910390a25050565b333014610d22576040517f29c3b7ee00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6002805460ff191690556040517fa45f47fdea8a1efdd9029a5691c7f759c32b7c698632b563573e155625d16933905f90a1565b610d5e6118a9565b60025460ff1615610d9b576040517ff0d9724600000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b855f03610dd4576040517f1f2a200500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b610ddd886118d7565b506040517f88b7ab630000000000000000000000000000000000000000000000000000000081526001600160a01b038916906388b7ab6390610e31908a9030908b908b908b908b908b908b90600401612fc0565b5f604051808303815f87803b158015610e48575f5ffd5b505af1158015610e5a573d5f5f3e3d5ffd5b5050505082876001600160a01b0316896001600160a01b03167fa0206bdf7fcd180b2449b9bba5f08294e3b80dbb3cbf782c60bdc51559489ddc89604051610ea491815260200190565b60405180910390a4610ed560017f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f0055565b5050505050505050565b604080517f8a4593dcdba9d4a0be1cf1faf67b20680472eeb6a2269a4880752b34ddd039f86020808301919091526001600160a01b03851682840152606080830185905283518084039091018152608083019384905280519101207f190100000000000000000000000000000000000000000000000000000000000083527f0000000000000000000000000000000000000000000000000000000000000000608283015260a290910152604290205f905b90505b92915050565b333014610fd2576040517f29c3b7ee00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6001600160a01b038116611012576040517fd92e233d00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f80547fffffffffffffffffffffffff0000000000000000000000000000000000000000166001600160a01b0392909216919091179055565b60608167ffffffffffffffff81111561106657611066613017565b60405190808252806020026020018201604052801561108f578160200160208202803683370190505b5090505f5b828110156110fc5760095f8585848181106110b1576110b1613044565b9050602002013581526020019081526020015f205f9054906101000a900460ff168282815181106110e4576110e4613044565b91151560209283029190910190910152600101611094565b5092915050565b61110b6118a9565b60025460ff1615611148576040517ff0d9724600000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6001600160a01b038216611188576040517fd92e233d00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b805f036111c1576040517f1f2a200500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6111ca836118d7565b506111e06001600160a01b0384163330846119f8565b816001600160a01b0316336001600160a01b0316846001600160a01b03167f7cfff908a4b583f36430b25d75964c458d8ede8a99bd61be750e97ee1b2f3a968460405161122f91815260200190565b60405180910390a461126060017f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f0055565b505050565b335f9081526004602052604090205460ff166112ad576040517fef6d0f0200000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6002805460ff1916600117905560405133907f62e78cea01bee320cd4e420270b5ea74000d11b0c9f74754ebdbfc544b05a258905f90a2565b33301461131f576040517f29c3b7ee00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6112608383808060200260200160405190810160405280939291908181526020018383602002808284375f92019190915250859250611a52915050565b6113646118a9565b60025460ff16156113a1576040517ff0d9724600000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b80156113d9576040517faa8edba300000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f6113e48b8b611c4a565b90505f8b8b6040516113f7929190612eec565b60408051918290039091205f8181526009602052919091205490915060ff161561144d576040517f57eee76600000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b61145682611cd1565b611461818686611e4d565b81606001516001600160a01b0316336001600160a01b031614611491576114918183606001518c8c8c8c8c612011565b5f61149f8360a001516118d7565b335f908152600560205260408120549192509060ff166114bf575f6114c5565b81604001515b67ffffffffffffffff169050808460c001511161150e576040517fbdee9b4d00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b8160a001516fffffffffffffffffffffffffffffffff168460c001511115611562576040517f93eeb41500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f838152600960205260408120805460ff1916600117905560c085015161158a908390613071565b905061159b8560a001518483612272565b84608001516001600160a01b031685606001516001600160a01b0316857f5d738209a6e85bd3f922828cee1b0db9b58917037535bda6d0e16a5a9c669d418860a001518960c001518760405161160f939291906001600160a01b039390931683526020830191909152604082015260600190565b60405180910390a461164e8560800151846020015167ffffffffffffffff16836116399190613084565b60a08801516001600160a01b031691906123fb565b505050505061167c60017f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f0055565b50505050505050505050565b60605f8260405160200161169c919061309b565b604051602081830303815290604052915081805190602001209050915091565b6060600880548060200260200160405190810160405280929190818152602001828054801561171257602002820191905f5260205f20905b81546001600160a01b031681526001909101906020018083116116f4575b5050505050905090565b333014611755576040517f29c3b7ee00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6001600160a01b03919091165f908152600560205260409020805460ff1916911515919091179055565b5f8061178d6103844261315b565b90505f5b60058110156117df576001600160a01b0384165f908152600a60205260408120906117bc8385613071565b81526020019081526020015f2054836117d59190612f28565b9250600101611791565b5050919050565b33301461181f576040517f29c3b7ee00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b61183782611832368490038401846131f1565b612449565b5050565b5f60048210801590610f9057507f3f4ba83a0000000000000000000000000000000000000000000000000000000061187660045f858761327a565b61187f916132a1565b7fffffffff0000000000000000000000000000000000000000000000000000000016149392505050565b6118b161265a565b60027f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f0055565b6040805160c0810182525f80825260208201819052918101829052606081018290526080810182905260a0810191909152506001600160a01b0381165f90815260066020908152604091829020825160c081018452815460ff81161515808352610100820467ffffffffffffffff9081169584019590955269010000000000000000008204909416948201949094527101000000000000000000000000000000000090930461ffff166060840152600101546fffffffffffffffffffffffffffffffff80821660808501527001000000000000000000000000000000009091041660a08301526119f3576040517f6a17288200000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b919050565b611a068484848460016126b7565b611a4c576040517f5274afe70000000000000000000000000000000000000000000000000000000081526001600160a01b03851660048201526024015b60405180910390fd5b50505050565b81511580611a61575060108251115b15611a98576040517fe362679800000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b801580611aa55750815181115b15611adc576040517fd173577900000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f5b600854811015611b3a575f60035f60088481548110611aff57611aff613044565b5f918252602080832091909101546001600160a01b031683528201929092526040019020805460ff1916911515919091179055600101611ade565b505f805b8351811015611bf857816001600160a01b0316848281518110611b6357611b63613044565b60200260200101516001600160a01b031611611bab576040517fe362679800000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b838181518110611bbd57611bbd613044565b6020908102919091018101516001600160a01b0381165f90815260039092526040909120805460ff1916600190811790915590925001611b3e565b506008611c058482613306565b5060018290556040517fc89a56603ef85f3cc1c236a288f3af9ab39a9b47abd02d114d1e38a308d17dd090611c3d90859085906133b0565b60405180910390a1505050565b60408051610100810182525f80825260208201819052918101829052606081018290526080810182905260a0810182905260c0810182905260e08101919091526101008214611cc5576040517f061187e500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b610f90828401846133c2565b806040015115611d0d576040517faa8edba300000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b468160e0015114611d4a576040517f10dfc03300000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b60608101516001600160a01b03161580611d6f575060808101516001600160a01b0316155b15611da6576040517fd92e233d00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b306001600160a01b031681608001516001600160a01b031603611df5576040517f9c8d2cd200000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b8051611e069063240c840090612f28565b611e12426103e8613084565b1115611e4a576040517fdd9cfdb600000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b50565b5f611e5960418361315b565b9050611e6660418361344e565b15611e9d576040517f8baa579f00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b600154811080611ead5750601081115b15611ee4576040517f6227817100000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b60408051602080820187905230828401524660608084019190915283518084039091018152608090920190925280519101207f19457468657265756d205369676e6564204d6573736167653a0a3332000000005f908152601c91909152603c812090805b83811015612008575f611f8c848888611f62604187613084565b906041611f70886001612f28565b611f7a9190613084565b92611f879392919061327a565b61273d565b9050826001600160a01b0316816001600160a01b0316111580611fc757506001600160a01b0381165f9081526003602052604090205460ff16155b15611ffe576040517f6227817100000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b9150600101611f48565b50505050505050565b7f19457468657265756d205369676e6564204d6573736167653a0a3332000000005f908152601c889052603c90206001600160a01b0386169061205590868661273d565b6001600160a01b031614612095576040517f8baa579f00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b856001600160a01b0316856001600160a01b03160315612008575f8190036120e9576040517f8baa579f00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f806120f78385018561350a565b915091506040815114612136576040517f8baa579f00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f5f8280602001905181019061214c919061356f565b91509150886001600160a01b0316826001600160a01b03161461219b576040517f8baa579f00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f5f6121b06121aa8585610edf565b876127a4565b5090925090505f8160038111156121c9576121c961359b565b1415806121e857508b6001600160a01b0316826001600160a01b031614155b1561221f576040517f8baa579f00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b8261222c426103e8613084565b10612263576040517f9205803400000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b50505050505050505050505050565b5f61227c8461177f565b60208401516040517f70a082310000000000000000000000000000000000000000000000000000000081523060048201529192505f91839167ffffffffffffffff16906001600160a01b038816906370a0823190602401602060405180830381865afa1580156122ee573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061231291906135c8565b61231c919061315b565b6123269190612f28565b90505f61236985608001516fffffffffffffffffffffffffffffffff16612710876060015161ffff168561235a9190613084565b612364919061315b565b6127ed565b9050806123768585612f28565b11156123ae576040517f8f8dd1d600000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6001600160a01b0386165f908152600a6020526040812085916123d36103844261315b565b81526020019081526020015f205f8282546123ee9190612f28565b9091555050505050505050565b61240883838360016127fc565b611260576040517f5274afe70000000000000000000000000000000000000000000000000000000081526001600160a01b0384166004820152602401611a43565b5f826001600160a01b031663313ce5676040518163ffffffff1660e01b8152600401602060405180830381865afa158015612486573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906124aa91906135df565b905060068160ff1610806124c1575060128160ff16115b156124f8576040517fd4f1d30200000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6125036006826135ff565b61250e90600a613739565b67ffffffffffffffff90811660208085019182526001600160a01b039095165f908152600690955260409485902084518154925196860151606087015161ffff1671010000000000000000000000000000000000027fffffffffffffffffffffffffff0000ffffffffffffffffffffffffffffffffff918616690100000000000000000002919091167fffffffffffffffffffffffffff00000000000000000000ffffffffffffffffff98909516610100027fffffffffffffffffffffffffffffffffffffffffffffff0000000000000000ff921515929092167fffffffffffffffffffffffffffffffffffffffffffffff0000000000000000009094169390931717959095169190911717835550608081015160a0909101516fffffffffffffffffffffffffffffffff90811670010000000000000000000000000000000002911617600190910155565b7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f00546002036126b5576040517f3ee5aeb500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b565b6040517f23b872dd000000000000000000000000000000000000000000000000000000005f8181526001600160a01b038781166004528616602452604485905291602083606481808c5af1925060015f5114831661272c578383151615612720573d5f823e3d81fd5b5f883b113d1516831692505b604052505f60605295945050505050565b5f5f5f61274b868686612877565b5090925090505f8160038111156127645761276461359b565b1461279b576040517f8baa579f00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b50949350505050565b5f5f5f83516041036127db576020840151604085015160608601515f1a6127cd888285856128be565b9550955095505050506127e6565b505081515f91506002905b9250925092565b5f828218828411028218610f90565b6040517fa9059cbb000000000000000000000000000000000000000000000000000000005f8181526001600160a01b038616600452602485905291602083604481808b5af1925060015f5114831661286b57838315161561285f573d5f823e3d81fd5b5f873b113d1516831692505b60405250949350505050565b5f808060418490036128ab578435602086013560408701355f1a61289d898285856128be565b9550955095505050506128b5565b505f915060029050825b93509350939050565b5f80807f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a08411156128f757505f9150600390508261299a565b604080515f808252602082018084528a905260ff891692820192909252606081018790526080810186905260019060a0016020604051602081039080840390855afa158015612948573d5f5f3e3d5ffd5b50506040517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe001519150506001600160a01b03811661299157505f92506001915082905061299a565b92505f91508190505b9450945094915050565b5f5f83601f8401126129b4575f5ffd5b50813567ffffffffffffffff8111156129cb575f5ffd5b6020830191508360208285010111156129e2575f5ffd5b9250929050565b5f5f602083850312156129fa575f5ffd5b823567ffffffffffffffff811115612a10575f5ffd5b612a1c858286016129a4565b90969095509350505050565b6001600160a01b0381168114611e4a575f5ffd5b80356119f381612a28565b5f60208284031215612a57575f5ffd5b8135612a6281612a28565b9392505050565b803580151581146119f3575f5ffd5b5f5f60408385031215612a89575f5ffd5b8235612a9481612a28565b9150612aa260208401612a69565b90509250929050565b5f5f5f5f5f5f5f5f5f5f60c08b8d031215612ac4575f5ffd5b8a3567ffffffffffffffff811115612ada575f5ffd5b612ae68d828e016129a4565b909b509950612af9905060208c01612a3c565b975060408b013567ffffffffffffffff811115612b14575f5ffd5b612b208d828e016129a4565b90985096505060608b013567ffffffffffffffff811115612b3f575f5ffd5b612b4b8d828e016129a4565b90965094505060808b013567ffffffffffffffff811115612b6a575f5ffd5b612b768d828e016129a4565b9094509250612b89905060a08c01612a69565b90509295989b9194979a5092959850565b5f5f5f5f5f5f5f5f60e0898b031215612bb1575f5ffd5b8835612bbc81612a28565b97506020890135612bcc81612a28565b965060408901359550606089013594506080890135935060a0890135925060c089013567ffffffffffffffff811115612c03575f5ffd5b612c0f8b828c016129a4565b999c989b5096995094979396929594505050565b5f5f60408385031215612c34575f5ffd5b8235612c3f81612a28565b946020939093013593505050565b5f60208284031215612c5d575f5ffd5b5035919050565b5f5f83601f840112612c74575f5ffd5b50813567ffffffffffffffff811115612c8b575f5ffd5b6020830191508360208260051b85010111156129e2575f5ffd5b5f5f60208385031215612cb6575f5ffd5b823567ffffffffffffffff811115612ccc575f5ffd5b612a1c85828601612c64565b602080825282518282018190525f918401906040840190835b81811015612d115783511515835260209384019390920191600101612cf1565b509095945050505050565b5f5f5f60608486031215612d2e575f5ffd5b8335612d3981612a28565b92506020840135612d4981612a28565b929592945050506040919091013590565b5f5f5f60408486031215612d6c575f5ffd5b833567ffffffffffffffff811115612d82575f5ffd5b612d8e86828701612c64565b909790965060209590950135949350505050565b5f81518084528060208401602086015e5f6020828601015260207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f83011685010191505092915050565b602081525f610f906020830184612da2565b5f610100828403128015612e12575f5ffd5b509092915050565b604081525f612e2c6040830185612da2565b90508260208301529392505050565b5f8151808452602084019350602083015f5b82811015612e745781516001600160a01b0316865260209586019590910190600101612e4d565b5093949350505050565b602081525f610f906020830184612e3b565b5f5f82840360e0811215612ea2575f5ffd5b8335612ead81612a28565b925060c07fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe082011215612ede575f5ffd5b506020830190509250929050565b818382375f9101908152919050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b80820180821115610f9357610f93612efb565b81835281816020850137505f602082840101525f60207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f840116840101905092915050565b602081525f612f95602083018486612f3b565b949350505050565b604081525f612fb0604083018587612f3b565b9050826020830152949350505050565b6001600160a01b03891681526001600160a01b03881660208201528660408201528560608201528460808201528360a082015260e060c08201525f61300960e083018486612f3b565b9a9950505050505050505050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd5b7f4e487b71000000000000000000000000000000000000000000000000000000005f52603260045260245ffd5b81810381811115610f9357610f93612efb565b8082028115828204841417610f9357610f93612efb565b813581526020808301359082015261010081016130ba60408401612a69565b1515604083015260608301356130cf81612a28565b6001600160a01b0316606083015260808301356130eb81612a28565b6001600160a01b0316608083015261310560a08401612a3c565b6001600160a01b031660a083015260c0838101359083015260e092830135929091019190915290565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601260045260245ffd5b5f826131695761316961312e565b500490565b60405160c0810167ffffffffffffffff8111828210171561319157613191613017565b60405290565b604051610100810167ffffffffffffffff8111828210171561319157613191613017565b803567ffffffffffffffff811681146119f3575f5ffd5b80356fffffffffffffffffffffffffffffffff811681146119f3575f5ffd5b5f60c0828403128015613202575f5ffd5b5061320b61316e565b61321483612a69565b8152613222602084016131bb565b6020820152613233604084016131bb565b6040820152606083013561ffff8116811461324c575f5ffd5b606082015261325d608084016131d2565b608082015261326e60a084016131d2565b60a08201529392505050565b5f5f85851115613288575f5ffd5b83861115613294575f5ffd5b5050820193919092039150565b80357fffffffff0000000000000000000000000000000000000000000000000000000081169060048410156110fc577fffffffff00000000000000000000000000000000000000000000000000000000808560040360031b1b82161691505092915050565b815167ffffffffffffffff81111561332057613320613017565b6801000000000000000081111561333957613339613017565b81548183558082101561336d57825f528160205f20018282035f5b81811015613369575f83820155600101613354565b5050505b5060208301613381835f9081526020902090565b5f5b838110156133a85782516001600160a01b031681830155602090920191600101613383565b505050505050565b604081525f612e2c6040830185612e3b565b5f6101008284031280156133d4575f5ffd5b506133dd613197565b82358152602080840135908201526133f760408401612a69565b6040820152606083013561340a81612a28565b606082015261341b60808401612a3c565b608082015261342c60a08401612a3c565b60a082015260c0838101359082015260e0928301359281019290925250919050565b5f8261345c5761345c61312e565b500690565b5f82601f830112613470575f5ffd5b813567ffffffffffffffff81111561348a5761348a613017565b604051601f82017fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0908116603f0116810167ffffffffffffffff811182821017156134d7576134d7613017565b6040528181528382016020018510156134ee575f5ffd5b816020850160208301375f918101602001919091529392505050565b5f5f6040838503121561351b575f5ffd5b823567ffffffffffffffff811115613531575f5ffd5b61353d85828601613461565b925050602083013567ffffffffffffffff811115613559575f5ffd5b61356585828601613461565b9150509250929050565b5f5f60408385031215613580575f5ffd5b825161358b81612a28565b6020939093015192949293505050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52602160045260245ffd5b5f602082840312156135d8575f5ffd5b5051919050565b5f602082840312156135ef575f5ffd5b815160ff81168114612a62575f5ffd5b60ff8281168282160390811115610f9357610f93612efb565b6001815b60018411156136535780850481111561363757613637612efb565b600184161561364557908102905b60019390931c92800261361c565b935093915050565b5f8261366957506001610f93565b8161367557505f610f93565b816001811461368b5760028114613695576136b1565b6001915050610f93565b60ff8411156136a6576136a6612efb565b50506001821b610f93565b5060208310610133831016604e8410600b84101617156136d4575081810a610f93565b6136ff7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff8484613618565b807fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff0482111561373157613731612efb565b029392505050565b5f610f9060ff84168361365b56' as const
