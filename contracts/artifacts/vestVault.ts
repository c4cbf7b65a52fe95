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
      "internalType": "bool",
      "name": "toSolana",
      "type": "bool"
     },
     {
      "internalType": "uint64",
      "name": "solanaKeeperFee",
      "type": "uint64"
     }
    ],
    "internalType": "struct VestVault.Road",
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
  "name": "InvalidDomain",
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
    "internalType": "uint256",
    "name": "nonce",
    "type": "uint256"
   },
   {
    "indexed": true,
    "internalType": "bytes32",
    "name": "id",
    "type": "bytes32"
   },
   {
    "indexed": true,
    "internalType": "uint32",
    "name": "domain",
    "type": "uint32"
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
   }
  ],
  "name": "Rebalanced",
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
  "name": "TO_SOLANA",
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
    "internalType": "bytes",
    "name": "rebalanceArgs",
    "type": "bytes"
   },
   {
    "internalType": "bytes",
    "name": "validatorSignature",
    "type": "bytes"
   }
  ],
  "name": "rebalance",
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
  "name": "rebalanceRelease",
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
  "inputs": [],
  "name": "rebalances",
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
  '0x610140604052348015610010575f5ffd5b506040516151ba3803806151ba83398101604081905261002f916107aa565b8451859085906001600160a01b03161580610055575060208201516001600160a01b0316155b156100735760405163d92e233d60e01b815260040160405180910390fd5b80516001600160401b039081166080908152602083015190911660a05282515f80546001600160a01b0319166001600160a01b039092169190911790556060830151908301516100c39190610255565b6020808301516001600160a01b039081165f9081526004909252604091829020805460ff1916600117905590830151161561011d576040808301516001600160a01b03165f908152600560205220805460ff191660011790555b50600190507f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005580516001600160a01b031660e0526020808201511515610100526040808301516001600160401b03166101205280518082018252600c81526b2b32b9ba2937baba32b92b1960a11b90830152805180820182526005815264302e302e3160d81b9083015280517f91ab3d17e3a50a9d89e63fd30b92be7f5336b03b287bb946787a83a9d62a2766928101929092527f4a3268ee489d74d38d2538119b3f62f921df86c19674a1ef50bf839ea24437f9908201527fae209a0b48f21c054280f2455d32cf309387644879d9acbd8ffc199163811885606082015230608082015260a00160408051601f19818403018152919052805160209091012060c05261024b8383610402565b5050505050610b6a565b81511580610264575060108251115b1561028257604051631c6c4cf360e31b815260040160405180910390fd5b80158061028f5750815181115b156102ad5760405163d173577960e01b815260040160405180910390fd5b5f5b60085481101561030b575f60035f600884815481106102d0576102d061090d565b5f918252602080832091909101546001600160a01b031683528201929092526040019020805460ff19169115159190911790556001016102af565b505f805b83518110156103b057816001600160a01b03168482815181106103345761033461090d565b60200260200101516001600160a01b03161161036357604051631c6c4cf360e31b815260040160405180910390fd5b8381815181106103755761037561090d565b6020908102919091018101516001600160a01b0381165f90815260039092526040909120805460ff191660019081179091559092500161030f565b5060086103bd8482610935565b5060018290556040517fc89a56603ef85f3cc1c236a288f3af9ab39a9b47abd02d114d1e38a308d17dd0906103f590859085906109de565b60405180910390a1505050565b5f826001600160a01b031663313ce5676040518163ffffffff1660e01b8152600401602060405180830381865afa15801561043f573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906104639190610a33565b905060068160ff16108061047a575060128160ff16115b1561049857604051636a78e98160e11b815260040160405180910390fd5b6104a3600682610a5a565b6104ae90600a610b5c565b6001600160401b0390811660208085019182526001600160a01b039095165f908152600690955260409485902084518154925196860151606087015161ffff16600160881b0261ffff60881b1991861669010000000000000000000291909116600160481b600160981b03199890951661010002610100600160481b0319921515929092166001600160481b03199094169390931717959095169190911717835550608081015160a0909101516001600160801b03908116600160801b02911617600190910155565b634e487b7160e01b5f52604160045260245ffd5b60405160c081016001600160401b03811182821017156105ad576105ad610577565b60405290565b60405160a081016001600160401b03811182821017156105ad576105ad610577565b604051601f8201601f191681016001600160401b03811182821017156105fd576105fd610577565b604052919050565b80516001600160a01b038116811461061b575f5ffd5b919050565b80516001600160401b038116811461061b575f5ffd5b5f60408284031215610646575f5ffd5b604080519081016001600160401b038111828210171561066857610668610577565b60405290508061067783610620565b815261068560208401610620565b60208201525092915050565b8051801515811461061b575f5ffd5b80516001600160801b038116811461061b575f5ffd5b5f60c082840312156106c6575f5ffd5b6106ce61058b565b90506106d982610691565b81526106e760208301610620565b60208201526106f860408301610620565b6040820152606082015161ffff81168114610711575f5ffd5b6060820152610722608083016106a0565b608082015261073360a083016106a0565b60a082015292915050565b5f6060828403121561074e575f5ffd5b604051606081016001600160401b038111828210171561077057610770610577565b60405290508061077f83610605565b815261078d60208401610691565b602082015261079e60408401610620565b60408201525092915050565b5f5f5f5f5f6101a086880312156107bf575f5ffd5b85516001600160401b038111156107d4575f5ffd5b860160a081890312156107e5575f5ffd5b6107ed6105b3565b6107f682610605565b815261080460208301610605565b602082015261081560408301610605565b604082015260608201516001600160401b03811115610832575f5ffd5b8201601f81018a13610842575f5ffd5b80516001600160401b0381111561085b5761085b610577565b8060051b61086b602082016105d5565b9182526020818401810192908101908d841115610886575f5ffd5b6020850194505b838510156108af5761089e85610605565b82526020948501949091019061088d565b6060860152505050506080918201519181019190915294506108d48760208801610636565b93506108e260608701610605565b92506108f187608088016106b6565b915061090187610140880161073e565b90509295509295909350565b634e487b7160e01b5f52603260045260245ffd5b634e487b7160e01b5f52601160045260245ffd5b81516001600160401b0381111561094e5761094e610577565b6801000000000000000081111561096757610967610577565b81548183558082101561099b57825f528160205f20018282035f5b81811015610997575f83820155600101610982565b5050505b50602083016109af835f9081526020902090565b5f5b838110156109d65782516001600160a01b0316818301556020909201916001016109b1565b505050505050565b604080825283519082018190525f9060208501906060840190835b81811015610a205783516001600160a01b03168352602093840193909201916001016109f9565b5050602093909301939093525092915050565b5f60208284031215610a43575f5ffd5b815160ff81168114610a53575f5ffd5b9392505050565b60ff8281168282160390811115610a7357610a73610921565b92915050565b6001815b6001841115610ab457808504811115610a9857610a98610921565b6001841615610aa657908102905b60019390931c928002610a7d565b935093915050565b5f82610aca57506001610a73565b81610ad657505f610a73565b8160018114610aec5760028114610af657610b12565b6001915050610a73565b60ff841115610b0757610b07610921565b50506001821b610a73565b5060208310610133831016604e8410600b8410161715610b35575081810a610a73565b610b415f198484610a79565b805f1904821115610b5457610b54610921565b029392505050565b5f610a5360ff841683610abc565b60805160a05160c05160e05161010051610120516145ca610bf05f395f818161062501526111f201525f8181610565015261108201525f818161052601528181610ad3015281816110510152818161245d015261248401525f818161039e015261176901525f818161064c0152610f8b01525f81816104550152610f6501526145ca5ff3fe608060405234801561000f575f5ffd5b50600436106102f9575f3560e01c80638340f54911610192578063bd69a7ae116100e8578063d6482daa11610093578063f851a4401161006e578063f851a44014610804578063facd743b14610816578063ffa1ad7414610838575f5ffd5b8063d6482daa146106e8578063e4860339146106fb578063f6419d96146107e2575f5ffd5b8063ca1e7819116100c3578063ca1e7819146106ad578063d1b9e853146106c2578063d24bac2d146106d5575f5ffd5b8063bd69a7ae1461066e578063bff649eb14610681578063c0d91c8d1461068c575f5ffd5b8063a3f4df7e11610148578063b49580af11610123578063b49580af1461060d578063b7123f7614610620578063b7c36b3614610647575f5ffd5b8063a3f4df7e14610587578063ac63e52a146105d0578063ad697d85146105fa575f5ffd5b806386cc6bce1161017857806386cc6bce1461050e578063927ede2d1461052157806397771b9614610560575f5ffd5b80638340f549146104f35780638456cb5914610506575f5ffd5b80633f4ba83a1161025257806365b1342c116101fd578063704b6c02116101d8578063704b6c02146104a15780637f2c3663146104b45780637f47e83a146104d4575f5ffd5b806365b1342c14610450578063663ae510146104775780636ba42aaa1461047f575f5ffd5b806355067a6f1161022d57806355067a6f1461041d5780635c975abb146104305780636325ba741461043d575f5ffd5b80633f4ba83a146103f9578063438d48351461040157806344ce8a9f14610414575f5ffd5b806320ba8c98116102b257806337558af51161028d57806337558af5146103c0578063388f5485146103d35780633c5beeb4146103e6575f5ffd5b806320ba8c98146103735780632b8a1c5a146103865780633644e51514610399575f5ffd5b80630c68ba21116102e25780630c68ba211461032e578063137d29d9146103605780631703a0181461036a575f5ffd5b8063038c0f77146102fd57806309c5eabe14610319575b5f5ffd5b61030661038481565b6040519081526020015b60405180910390f35b61032c6103273660046136d0565b610874565b005b61035061033c36600461372e565b60046020525f908152604090205460ff1681565b6040519015158152602001610310565b6103066212750081565b61030660015481565b61032c610381366004613749565b610a8c565b61032c6103943660046137c4565b610e30565b6103067f000000000000000000000000000000000000000000000000000000000000000081565b61032c6103ce3660046136d0565b610e93565b61032c6103e13660046137f7565b61100a565b61032c6103f43660046136d0565b6113c0565b61032c6114f3565b61032c61040f3660046138e6565b611560565b610306600b5481565b61030661042b36600461396f565b6116e9565b6002546103509060ff1681565b61030661044b366004613999565b6117a3565b6103067f000000000000000000000000000000000000000000000000000000000000000081565b610306601081565b61035061048d36600461372e565b60056020525f908152604090205460ff1681565b61032c6104af36600461372e565b6117df565b6104c76104c23660046139f1565b611891565b6040516103109190613a24565b6103066104e2366004613999565b60076020525f908152604090205481565b61032c610501366004613a68565b611949565b61032c611aab565b61032c61051c366004613aa6565b611b2c565b6105487f000000000000000000000000000000000000000000000000000000000000000081565b6040516001600160a01b039091168152602001610310565b6103507f000000000000000000000000000000000000000000000000000000000000000081565b6105c36040518060400160405280600c81526020017f56657374526f757465725632000000000000000000000000000000000000000081525081565b6040516103109190613b1c565b6103066105de36600461396f565b600a60209081525f928352604080842090915290825290205481565b610306610608366004613b2e565b611ba2565b61030661061b366004613999565b611be0565b6103067f000000000000000000000000000000000000000000000000000000000000000081565b6103067f000000000000000000000000000000000000000000000000000000000000000081565b61032c61067c3660046137f7565b611c1a565b61030663240c840081565b61069f61069a366004613b60565b611f3a565b604051610310929190613b7a565b6106b5611f6e565b6040516103109190613bde565b61032c6106d03660046137c4565b611fce565b6103066106e336600461372e565b612031565b61032c6106f6366004613bf0565b612098565b61078d61070936600461372e565b60066020525f90815260409020805460019091015460ff82169167ffffffffffffffff6101008204811692690100000000000000000083049091169161ffff7101000000000000000000000000000000000090910416906fffffffffffffffffffffffffffffffff8082169170010000000000000000000000000000000090041686565b60408051961515875267ffffffffffffffff9586166020880152949093169385019390935261ffff1660608401526fffffffffffffffffffffffffffffffff91821660808401521660a082015260c001610310565b6103506107f0366004613999565b60096020525f908152604090205460ff1681565b5f54610548906001600160a01b031681565b61035061082436600461372e565b60036020525f908152604090205460ff1681565b6105c36040518060400160405280600581526020017f302e302e3100000000000000000000000000000000000000000000000000000081525081565b61087e82826120ed565b80156108995750335f9081526004602052604090205460ff16155b156108d0576040517fef6d0f0200000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f60075f84846040516108e4929190613c2e565b604051809103902081526020019081526020015f20549050805f03610935576040517ff2a87d5e00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b8042101561096f576040517f085de62500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b61097c6212750082613c6a565b4211156109b5576040517fecdd1c2900000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b60075f84846040516109c8929190613c2e565b604051809103902081526020019081526020015f205f90555f5f306001600160a01b031685856040516109fc929190613c2e565b5f604051808303815f865af19150503d805f8114610a35576040519150601f19603f3d011682016040523d82523d5f602084013e610a3a565b606091505b509150915081610a4c57805160208201fd5b7fde2fc91faad1f042c4749c1e6306e39ad70483ec16175722c3a91766340798578585604051610a7d929190613ca6565b60405180910390a15050505050565b610a9461215b565b60025460ff1615610ad1576040517ff0d9724600000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b7f00000000000000000000000000000000000000000000000000000000000000006001600160a01b0316610b31576040517faa8edba300000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b60c08314610b6b576040517f061187e500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f610b7884860186613d3b565b9050468160a0015114610bb7576040517f10dfc03300000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b600563ffffffff16816040015163ffffffff1603610c01576040517feb12798200000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b600b54815114610c3d576040517f57eee76600000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6020810151610c4e426103e8613dae565b1115610c86576040517fdd9cfdb600000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f8585604051610c97929190613c2e565b60405180910390209050610cb4610cad82611be0565b8585612189565b5f610cc2836060015161232d565b905082608001515f03610d01576040517fbdee9b4d00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b8060a001516fffffffffffffffffffffffffffffffff1683608001511115610d55576040517f93eeb41500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b8251610d62906001613c6a565b600b5560408084015184516060860151608087015184516001600160a01b039092168252602082015263ffffffff9092169285927f9d99a277f732eb69ca56c2200357c830e84728eb19babedb138d3bc67a9b36f1910160405180910390a4610dfe828460400151306001600160a01b03165f1b8660600151856020015167ffffffffffffffff168860800151610df99190613dae565b61244e565b505050610e2a60017f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f0055565b50505050565b333014610e69576040517f29c3b7ee00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6001600160a01b03919091165f908152600460205260409020805460ff1916911515919091179055565b5f546001600160a01b03163314610ed6576040517f7bfa4b9f00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f8282604051610ee7929190613c2e565b60408051918290039091205f818152600760205291909120549091508015801590610f1e5750610f1a6212750082613c6a565b4211155b15610f55576040517fb06a8bf200000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b610f5f84846120ed565b610f89577f0000000000000000000000000000000000000000000000000000000000000000610fab565b7f00000000000000000000000000000000000000000000000000000000000000005b610fb59042613c6a565b5f8381526007602052604090819020829055519091507fc89fa09f8557a03198bfe394c50a226962ee4ec48f82b364577ffb49e5cbb60390610ffc90869086908590613dc5565b60405180910390a150505050565b61101261215b565b60025460ff161561104f576040517ff0d9724600000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b7f00000000000000000000000000000000000000000000000000000000000000006001600160a01b031615806110a357507f0000000000000000000000000000000000000000000000000000000000000000155b156110da576040517faa8edba300000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f6110e58b8b612535565b90505f8b8b6040516110f8929190613c2e565b60408051918290039091205f8181526009602052919091205490915060ff161561114e576040517f57eee76600000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f6111598587613de8565b905061117b611169838387611ba2565b611176876020818b613e24565b612189565b83156111925761118d828c8c8c6126f2565b6111c2565b82606001516001600160a01b0316336001600160a01b0316146111c2576111c28284606001518d8d8d8d8d612776565b5f6111d08460a0015161232d565b335f908152600560205260408120549192509060ff166111f0575f611212565b7f00000000000000000000000000000000000000000000000000000000000000005b9050808560c0015111611251576040517fbdee9b4d00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b8160a001516fffffffffffffffffffffffffffffffff168560c0015111156112a5576040517f93eeb41500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f848152600960205260408120805460ff1916600117905560c08601516112cd908390613e4b565b90506112de8660a00151848361297d565b85606001516001600160a01b0316857ff21a0fa87f7b9c13709301fee688a527953ef9f7232df932ec21c41c0722aa028860800151878a60a001518b60c001518860405161135795949392919094855260208501939093526001600160a01b039190911660408401526060830152608082015260a00190565b60405180910390a3611385856005868960a00151876020015167ffffffffffffffff1686610df99190613dae565b5050505050506113b460017f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f0055565b50505050505050505050565b5f546001600160a01b031633148015906113e95750335f9081526004602052604090205460ff16155b15611420576040517fef6d0f0200000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b60075f8383604051611433929190613c2e565b604051809103902081526020019081526020015f20545f03611481576040517ff2a87d5e00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b60075f8383604051611494929190613c2e565b604051809103902081526020019081526020015f205f9055336001600160a01b03167ff86ecce47d1869b1c9e4f1179849ce83157ed499e2a4103f1ca54502d440017b83836040516114e7929190613ca6565b60405180910390a25050565b33301461152c576040517f29c3b7ee00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6002805460ff191690556040517fa45f47fdea8a1efdd9029a5691c7f759c32b7c698632b563573e155625d16933905f90a1565b61156861215b565b60025460ff16156115a5576040517ff0d9724600000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b855f036115de576040517f1f2a200500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6115e78861232d565b506040517f88b7ab630000000000000000000000000000000000000000000000000000000081526001600160a01b038916906388b7ab639061163b908a9030908b908b908b908b908b908b90600401613e5e565b5f604051808303815f87803b158015611652575f5ffd5b505af1158015611664573d5f5f3e3d5ffd5b5050505082876001600160a01b0316896001600160a01b03167fa0206bdf7fcd180b2449b9bba5f08294e3b80dbb3cbf782c60bdc51559489ddc896040516116ae91815260200190565b60405180910390a46116df60017f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f0055565b5050505050505050565b604080517f8a4593dcdba9d4a0be1cf1faf67b20680472eeb6a2269a4880752b34ddd039f86020808301919091526001600160a01b03851682840152606080830185905283518084039091018152608083019384905280519101207f190100000000000000000000000000000000000000000000000000000000000083527f0000000000000000000000000000000000000000000000000000000000000000608283015260a290910152604290205f905b90505b92915050565b604080516020810183905230918101919091524660608201525f906080015b604051602081830303815290604052805190602001209050919050565b333014611818576040517f29c3b7ee00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6001600160a01b038116611858576040517fd92e233d00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f80547fffffffffffffffffffffffff0000000000000000000000000000000000000000166001600160a01b0392909216919091179055565b60608167ffffffffffffffff8111156118ac576118ac613cc1565b6040519080825280602002602001820160405280156118d5578160200160208202803683370190505b5090505f5b828110156119425760095f8585848181106118f7576118f7613eb5565b9050602002013581526020019081526020015f205f9054906101000a900460ff1682828151811061192a5761192a613eb5565b911515602092830291909101909101526001016118da565b5092915050565b61195161215b565b60025460ff161561198e576040517ff0d9724600000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6001600160a01b0382166119ce576040517fd92e233d00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b805f03611a07576040517f1f2a200500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b611a108361232d565b50611a266001600160a01b038416333084612b06565b816001600160a01b0316336001600160a01b0316846001600160a01b03167f7cfff908a4b583f36430b25d75964c458d8ede8a99bd61be750e97ee1b2f3a9684604051611a7591815260200190565b60405180910390a4611aa660017f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f0055565b505050565b335f9081526004602052604090205460ff16611af3576040517fef6d0f0200000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6002805460ff1916600117905560405133907f62e78cea01bee320cd4e420270b5ea74000d11b0c9f74754ebdbfc544b05a258905f90a2565b333014611b65576040517f29c3b7ee00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b611aa68383808060200260200160405190810160405280939291908181526020018383602002808284375f92019190915250859250612b5a915050565b604080516020810185905290810183905281151560608201525f906080016040516020818303038152906040528051906020012090505b9392505050565b604080517f63e7fede3a177993b0d549f8afc8cfc4dc649b911da0018fdbf863a68c55a43260208201529081018290525f906060016117c2565b611c2261215b565b60025460ff1615611c5f576040517ff0d9724600000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b8015611c97576040517faa8edba300000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f611ca28b8b612d52565b90505f8b8b604051611cb5929190613c2e565b60408051918290039091205f8181526009602052919091205490915060ff1615611d0b576040517f57eee76600000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b611d1482612dd9565b611d1f818686612189565b81606001516001600160a01b0316336001600160a01b031614611d4f57611d4f8183606001518c8c8c8c8c612776565b5f611d5d8360a0015161232d565b335f908152600560205260408120549192509060ff16611d7d575f611d83565b81604001515b67ffffffffffffffff169050808460c0015111611dcc576040517fbdee9b4d00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b8160a001516fffffffffffffffffffffffffffffffff168460c001511115611e20576040517f93eeb41500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f838152600960205260408120805460ff1916600117905560c0850151611e48908390613e4b565b9050611e598560a00151848361297d565b84608001516001600160a01b031685606001516001600160a01b0316857f5d738209a6e85bd3f922828cee1b0db9b58917037535bda6d0e16a5a9c669d418860a001518960c0015187604051611ecd939291906001600160a01b039390931683526020830191909152604082015260600190565b60405180910390a4611f0c8560800151846020015167ffffffffffffffff1683611ef79190613dae565b60a08801516001600160a01b03169190612f55565b50505050506113b460017f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f0055565b60605f82604051602001611f4e9190613ee2565b604051602081830303815290604052915081805190602001209050915091565b60606008805480602002602001604051908101604052809291908181526020018280548015611fc457602002820191905f5260205f20905b81546001600160a01b03168152600190910190602001808311611fa6575b5050505050905090565b333014612007576040517f29c3b7ee00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6001600160a01b03919091165f908152600560205260409020805460ff1916911515919091179055565b5f8061203f61038442613fa2565b90505f5b6005811015612091576001600160a01b0384165f908152600a602052604081209061206e8385613e4b565b81526020019081526020015f2054836120879190613c6a565b9250600101612043565b5050919050565b3330146120d1576040517f29c3b7ee00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6120e9826120e436849003840184613feb565b612fa3565b5050565b5f6004821080159061179a57507f3f4ba83a0000000000000000000000000000000000000000000000000000000061212860045f8587613e24565b61213191614074565b7fffffffff0000000000000000000000000000000000000000000000000000000016149392505050565b6121636131b4565b60027f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f0055565b5f612195604183613fa2565b90506121a26041836140d9565b156121d9576040517f8baa579f00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6001548110806121e95750601081115b15612220576040517f6227817100000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f61225f61222d866117a3565b7f19457468657265756d205369676e6564204d6573736167653a0a3332000000005f908152601c91909152603c902090565b90505f805b83811015612324575f6122a884888861227e604187613dae565b90604161228c886001613c6a565b6122969190613dae565b926122a393929190613e24565b613211565b9050826001600160a01b0316816001600160a01b03161115806122e357506001600160a01b0381165f9081526003602052604090205460ff16155b1561231a576040517f6227817100000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b9150600101612264565b50505050505050565b6040805160c0810182525f80825260208201819052918101829052606081018290526080810182905260a0810191909152506001600160a01b0381165f90815260066020908152604091829020825160c081018452815460ff81161515808352610100820467ffffffffffffffff9081169584019590955269010000000000000000008204909416948201949094527101000000000000000000000000000000000090930461ffff166060840152600101546fffffffffffffffffffffffffffffffff80821660808501527001000000000000000000000000000000009091041660a0830152612449576040517f6a17288200000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b919050565b6124826001600160a01b0383167f000000000000000000000000000000000000000000000000000000000000000083613278565b7f00000000000000000000000000000000000000000000000000000000000000006001600160a01b031663779b432d828686865f5f1b5f6107d08d6040516020016124cf91815260200190565b6040516020818303038152906040526040518963ffffffff1660e01b81526004016125019897969594939291906140ec565b5f604051808303815f87803b158015612518575f5ffd5b505af115801561252a573d5f5f3e3d5ffd5b505050505050505050565b6125896040518061010001604052805f81526020015f81526020015f151581526020015f6001600160a01b031681526020015f81526020015f6001600160a01b031681526020015f81526020015f81525090565b61010082146125c4576040517f061187e500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6125d08284018461413f565b905080604001511561260e576040517faa8edba300000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b60e08101511561264a576040517f10dfc03300000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b60608101516001600160a01b0316158061266657506080810151155b1561269d576040517fd92e233d00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b80516126ae9063240c840090613c6a565b6126ba426103e8613dae565b111561179d576040517fdd9cfdb600000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b7f19457468657265756d205369676e6564204d6573736167653a0a3332000000005f908152601c859052603c90206001600160a01b03841690612736908484613211565b6001600160a01b031614610e2a576040517f8baa579f00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b612782878686866126f2565b856001600160a01b0316856001600160a01b03160315612324575f8190036127d6576040517f8baa579f00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f806127e48385018561424f565b915091506040815114612823576040517f8baa579f00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f5f8280602001905181019061283991906142b4565b91509150886001600160a01b0316826001600160a01b031614612888576040517f8baa579f00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f61289383836116e9565b90505f5f6128a183886132e3565b5090925090505f808260038111156128bb576128bb6142e0565b1480156128d957508d6001600160a01b0316836001600160a01b0316145b9050801580156128f157506128ef8e858a61332c565b155b15612928576040517f8baa579f00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b84612935426103e8613dae565b1061296c576040517f9205803400000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b505050505050505050505050505050565b5f61298784612031565b60208401516040517f70a082310000000000000000000000000000000000000000000000000000000081523060048201529192505f91839167ffffffffffffffff16906001600160a01b038816906370a0823190602401602060405180830381865afa1580156129f9573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190612a1d919061430d565b612a279190613fa2565b612a319190613c6a565b90505f612a7485608001516fffffffffffffffffffffffffffffffff16612710876060015161ffff1685612a659190613dae565b612a6f9190613fa2565b613409565b905080612a818585613c6a565b1115612ab9576040517f8f8dd1d600000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6001600160a01b0386165f908152600a602052604081208591612ade61038442613fa2565b81526020019081526020015f205f828254612af99190613c6a565b9091555050505050505050565b612b14848484846001613418565b610e2a576040517f5274afe70000000000000000000000000000000000000000000000000000000081526001600160a01b03851660048201526024015b60405180910390fd5b81511580612b69575060108251115b15612ba0576040517fe362679800000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b801580612bad5750815181115b15612be4576040517fd173577900000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f5b600854811015612c42575f60035f60088481548110612c0757612c07613eb5565b5f918252602080832091909101546001600160a01b031683528201929092526040019020805460ff1916911515919091179055600101612be6565b505f805b8351811015612d0057816001600160a01b0316848281518110612c6b57612c6b613eb5565b60200260200101516001600160a01b031611612cb3576040517fe362679800000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b838181518110612cc557612cc5613eb5565b6020908102919091018101516001600160a01b0381165f90815260039092526040909120805460ff1916600190811790915590925001612c46565b506008612d0d8482614324565b5060018290556040517fc89a56603ef85f3cc1c236a288f3af9ab39a9b47abd02d114d1e38a308d17dd090612d4590859085906143ce565b60405180910390a1505050565b60408051610100810182525f80825260208201819052918101829052606081018290526080810182905260a0810182905260c0810182905260e08101919091526101008214612dcd576040517f061187e500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b61179a828401846143e0565b806040015115612e15576040517faa8edba300000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b468160e0015114612e52576040517f10dfc03300000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b60608101516001600160a01b03161580612e77575060808101516001600160a01b0316155b15612eae576040517fd92e233d00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b306001600160a01b031681608001516001600160a01b031603612efd576040517f9c8d2cd200000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b8051612f0e9063240c840090613c6a565b612f1a426103e8613dae565b1115612f52576040517fdd9cfdb600000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b50565b612f62838383600161349e565b611aa6576040517f5274afe70000000000000000000000000000000000000000000000000000000081526001600160a01b0384166004820152602401612b51565b5f826001600160a01b031663313ce5676040518163ffffffff1660e01b8152600401602060405180830381865afa158015612fe0573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190613004919061444a565b905060068160ff16108061301b575060128160ff16115b15613052576040517fd4f1d30200000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b61305d60068261446a565b61306890600a6145a4565b67ffffffffffffffff90811660208085019182526001600160a01b039095165f908152600690955260409485902084518154925196860151606087015161ffff1671010000000000000000000000000000000000027fffffffffffffffffffffffffff0000ffffffffffffffffffffffffffffffffff918616690100000000000000000002919091167fffffffffffffffffffffffffff00000000000000000000ffffffffffffffffff98909516610100027fffffffffffffffffffffffffffffffffffffffffffffff0000000000000000ff921515929092167fffffffffffffffffffffffffffffffffffffffffffffff0000000000000000009094169390931717959095169190911717835550608081015160a0909101516fffffffffffffffffffffffffffffffff90811670010000000000000000000000000000000002911617600190910155565b7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005460020361320f576040517f3ee5aeb500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b565b5f5f5f61321f868686613519565b5090925090505f816003811115613238576132386142e0565b1461326f576040517f8baa579f00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b50949350505050565b6132848383835f613560565b611aa65761329583835f6001613560565b6132d6576040517f5274afe70000000000000000000000000000000000000000000000000000000081526001600160a01b0384166004820152602401612b51565b612f628383836001613560565b5f5f5f835160410361331a576020840151604085015160608601515f1a61330c888285856135c3565b955095509550505050613325565b505081515f91506002905b9250925092565b5f836001600160a01b03163b5f0361334557505f611bd9565b5f83836040516024016133599291906145b2565b60408051601f19818403018152919052602080820180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f1626ba7e0000000000000000000000000000000000000000000000000000000017815282519293505f928392918391908a620f4240fa5f51601f3d11909116925090508180156133fe57507f1626ba7e0000000000000000000000000000000000000000000000000000000081145b979650505050505050565b5f82821882841102821861179a565b6040517f23b872dd000000000000000000000000000000000000000000000000000000005f8181526001600160a01b038781166004528616602452604485905291602083606481808c5af1925060015f5114831661348d578383151615613481573d5f823e3d81fd5b5f883b113d1516831692505b604052505f60605295945050505050565b6040517fa9059cbb000000000000000000000000000000000000000000000000000000005f8181526001600160a01b038616600452602485905291602083604481808b5af1925060015f5114831661350d578383151615613501573d5f823e3d81fd5b5f873b113d1516831692505b60405250949350505050565b5f8080604184900361354d578435602086013560408701355f1a61353f898285856135c3565b955095509550505050613557565b505f915060029050825b93509350939050565b6040517f095ea7b3000000000000000000000000000000000000000000000000000000005f8181526001600160a01b038616600452602485905291602083604481808b5af1925060015f5114831661350d578383151615613501573d5f823e3d81fd5b5f80807f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a08411156135fc57505f91506003905082613681565b604080515f808252602082018084528a905260ff891692820192909252606081018790526080810186905260019060a0016020604051602081039080840390855afa15801561364d573d5f5f3e3d5ffd5b5050604051601f1901519150506001600160a01b03811661367857505f925060019150829050613681565b92505f91508190505b9450945094915050565b5f5f83601f84011261369b575f5ffd5b50813567ffffffffffffffff8111156136b2575f5ffd5b6020830191508360208285010111156136c9575f5ffd5b9250929050565b5f5f602083850312156136e1575f5ffd5b823567ffffffffffffffff8111156136f7575f5ffd5b6137038582860161368b565b90969095509350505050565b6001600160a01b0381168114612f52575f5ffd5b80356124498161370f565b5f6020828403121561373e575f5ffd5b8135611bd98161370f565b5f5f5f5f6040858703121561375c575f5ffd5b843567ffffffffffffffff811115613772575f5ffd5b61377e8782880161368b565b909550935050602085013567ffffffffffffffff81111561379d575f5ffd5b6137a98782880161368b565b95989497509550505050565b80358015158114612449575f5ffd5b5f5f604083850312156137d5575f5ffd5b82356137e08161370f565b91506137ee602084016137b5565b90509250929050565b5f5f5f5f5f5f5f5f5f5f60c08b8d031215613810575f5ffd5b8a3567ffffffffffffffff811115613826575f5ffd5b6138328d828e0161368b565b909b509950613845905060208c01613723565b975060408b013567ffffffffffffffff811115613860575f5ffd5b61386c8d828e0161368b565b90985096505060608b013567ffffffffffffffff81111561388b575f5ffd5b6138978d828e0161368b565b90965094505060808b013567ffffffffffffffff8111156138b6575f5ffd5b6138c28d828e0161368b565b90945092506138d5905060a08c016137b5565b90509295989b9194979a5092959850565b5f5f5f5f5f5f5f5f60e0898b0312156138fd575f5ffd5b88356139088161370f565b975060208901356139188161370f565b965060408901359550606089013594506080890135935060a0890135925060c089013567ffffffffffffffff81111561394f575f5ffd5b61395b8b828c0161368b565b999c989b5096995094979396929594505050565b5f5f60408385031215613980575f5ffd5b823561398b8161370f565b946020939093013593505050565b5f602082840312156139a9575f5ffd5b5035919050565b5f5f83601f8401126139c0575f5ffd5b50813567ffffffffffffffff8111156139d7575f5ffd5b6020830191508360208260051b85010111156136c9575f5ffd5b5f5f60208385031215613a02575f5ffd5b823567ffffffffffffffff811115613a18575f5ffd5b613703858286016139b0565b602080825282518282018190525f918401906040840190835b81811015613a5d5783511515835260209384019390920191600101613a3d565b509095945050505050565b5f5f5f60608486031215613a7a575f5ffd5b8335613a858161370f565b92506020840135613a958161370f565b929592945050506040919091013590565b5f5f5f60408486031215613ab8575f5ffd5b833567ffffffffffffffff811115613ace575f5ffd5b613ada868287016139b0565b909790965060209590950135949350505050565b5f81518084528060208401602086015e5f602082860101526020601f19601f83011685010191505092915050565b602081525f61179a6020830184613aee565b5f5f5f60608486031215613b40575f5ffd5b8335925060208401359150613b57604085016137b5565b90509250925092565b5f610100828403128015613b72575f5ffd5b509092915050565b604081525f613b8c6040830185613aee565b90508260208301529392505050565b5f8151808452602084019350602083015f5b82811015613bd45781516001600160a01b0316865260209586019590910190600101613bad565b5093949350505050565b602081525f61179a6020830184613b9b565b5f5f82840360e0811215613c02575f5ffd5b8335613c0d8161370f565b925060c0601f1982011215613c20575f5ffd5b506020830190509250929050565b818382375f9101908152919050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b8082018082111561179d5761179d613c3d565b81835281816020850137505f602082840101525f6020601f19601f840116840101905092915050565b602081525f613cb9602083018486613c7d565b949350505050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd5b60405160c0810167ffffffffffffffff81118282101715613d1157613d11613cc1565b60405290565b604051610100810167ffffffffffffffff81118282101715613d1157613d11613cc1565b5f60c0828403128015613d4c575f5ffd5b50613d55613cee565b8235815260208084013590820152604083013563ffffffff81168114613d79575f5ffd5b60408201526060830135613d8c8161370f565b60608201526080838101359082015260a0928301359281019290925250919050565b808202811582820484141761179d5761179d613c3d565b604081525f613dd8604083018587613c7d565b9050826020830152949350505050565b8035602083101561179d577fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff602084900360031b1b1692915050565b5f5f85851115613e32575f5ffd5b83861115613e3e575f5ffd5b5050820193919092039150565b8181038181111561179d5761179d613c3d565b6001600160a01b03891681526001600160a01b03881660208201528660408201528560608201528460808201528360a082015260e060c08201525f613ea760e083018486613c7d565b9a9950505050505050505050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52603260045260245ffd5b81358152602080830135908201526101008101613f01604084016137b5565b151560408301526060830135613f168161370f565b6001600160a01b031660608301526080830135613f328161370f565b6001600160a01b03166080830152613f4c60a08401613723565b6001600160a01b031660a083015260c0838101359083015260e092830135929091019190915290565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601260045260245ffd5b5f82613fb057613fb0613f75565b500490565b803567ffffffffffffffff81168114612449575f5ffd5b80356fffffffffffffffffffffffffffffffff81168114612449575f5ffd5b5f60c0828403128015613ffc575f5ffd5b50614005613cee565b61400e836137b5565b815261401c60208401613fb5565b602082015261402d60408401613fb5565b6040820152606083013561ffff81168114614046575f5ffd5b606082015261405760808401613fcc565b608082015261406860a08401613fcc565b60a08201529392505050565b80357fffffffff000000000000000000000000000000000000000000000000000000008116906004841015611942577fffffffff00000000000000000000000000000000000000000000000000000000808560040360031b1b82161691505092915050565b5f826140e7576140e7613f75565b500690565b88815263ffffffff881660208201528660408201526001600160a01b03861660608201528460808201528360a082015263ffffffff831660c082015261010060e08201525f613ea7610100830184613aee565b5f610100828403128015614151575f5ffd5b5061415a613d17565b8235815260208084013590820152614174604084016137b5565b604082015260608301356141878161370f565b6060820152608083810135908201526141a260a08401613723565b60a082015260c0838101359082015260e0928301359281019290925250919050565b5f82601f8301126141d3575f5ffd5b813567ffffffffffffffff8111156141ed576141ed613cc1565b604051601f8201601f19908116603f0116810167ffffffffffffffff8111828210171561421c5761421c613cc1565b604052818152838201602001851015614233575f5ffd5b816020850160208301375f918101602001919091529392505050565b5f5f60408385031215614260575f5ffd5b823567ffffffffffffffff811115614276575f5ffd5b614282858286016141c4565b925050602083013567ffffffffffffffff81111561429e575f5ffd5b6142aa858286016141c4565b9150509250929050565b5f5f604083850312156142c5575f5ffd5b82516142d08161370f565b6020939093015192949293505050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52602160045260245ffd5b5f6020828403121561431d575f5ffd5b5051919050565b815167ffffffffffffffff81111561433e5761433e613cc1565b6801000000000000000081111561435757614357613cc1565b81548183558082101561438b57825f528160205f20018282035f5b81811015614387575f83820155600101614372565b5050505b506020830161439f835f9081526020902090565b5f5b838110156143c65782516001600160a01b0316818301556020909201916001016143a1565b505050505050565b604081525f613b8c6040830185613b9b565b5f6101008284031280156143f2575f5ffd5b506143fb613d17565b8235815260208084013590820152614415604084016137b5565b604082015260608301356144288161370f565b606082015261443960808401613723565b60808201526141a260a08401613723565b5f6020828403121561445a575f5ffd5b815160ff81168114611bd9575f5ffd5b60ff828116828216039081111561179d5761179d613c3d565b6001815b60018411156144be578085048111156144a2576144a2613c3d565b60018416156144b057908102905b60019390931c928002614487565b935093915050565b5f826144d45750600161179d565b816144e057505f61179d565b81600181146144f657600281146145005761451c565b600191505061179d565b60ff84111561451157614511613c3d565b50506001821b61179d565b5060208310610133831016604e8410600b841016171561453f575081810a61179d565b61456a7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff8484614483565b807fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff0482111561459c5761459c613c3d565b029392505050565b5f61179a60ff8416836144c6565b828152604060208201525f613cb96040830184613aee56' as const
