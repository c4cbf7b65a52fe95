// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {VaultGovernance} from "./VaultGovernance.sol";

/// @notice The one call of EIP-3009 that the vault makes: only the payee itself may submit it, so no other sender can
/// take the authorization out of the mempool and use it elsewhere.
interface IERC3009 {
    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external;
}

/// @notice The one call by which money leaves for another network: burned here, made there.
interface IMessenger {
    function depositForBurnWithHook(
        uint256 amount,
        uint32 destinationDomain,
        bytes32 mintRecipient,
        address burnToken,
        bytes32 destinationCaller,
        uint256 maxFee,
        uint32 minFinalityThreshold,
        bytes calldata hookData
    ) external;
}

/// @title VestVault
/// @notice Holds the customers' USDC of one chain. Money comes in by a plain token transfer, by {deposit} in
/// favour of an account, or by a signed authorization; it goes out by {withdraw} and {withdrawSolana} alone, once per
/// request id, and only with two consents: the trader's (account or approved signing key) and that of a quorum of
/// validators. What that quorum alone can do is {rebalance}: to this vault's own address on another chain.
///
/// The id of a request is keccak256(requestArgs). Each validator signs (id, this vault, this chain), so that
/// its signature releases nothing on another chain or from another vault. Amounts in a request have 6
/// decimals on every chain; `scale` turns them into units of the token.
///
/// No upgrade, no delegatecall. What may change (roles, caps, tokens) changes after a public delay; see
/// {VaultGovernance}.
contract VestVault is VaultGovernance, ReentrancyGuard {
    using SafeERC20 for IERC20;

    /// @notice The order that a trader signed: requestArgs = abi.encode of these eight words.
    struct Request {
        /// When it was signed, in milliseconds.
        uint256 time;
        uint256 nonce;
        /// Always false; the word keeps deposits and withdrawals apart under one signing scheme.
        bool isDeposit;
        address account;
        address recipient;
        address token;
        /// Micro-USDC.
        uint256 size;
        uint256 chainId;
    }

    /// @notice The same for Solana: `chainId` is 0, the recipient a public key of 32 bytes, the token that of this chain.
    struct SolanaRequest {
        uint256 time;
        uint256 nonce;
        bool isDeposit;
        address account;
        bytes32 recipient;
        address token;
        uint256 size;
        uint256 chainId;
    }

    /// @notice A lot of this vault's money on its way to this vault's own address on another chain.
    struct Rebalance {
        /// The next of this vault: {rebalances}.
        uint256 nonce;
        /// Until when it can be sent, in milliseconds.
        uint256 deadline;
        /// Of the chain that it goes to, in the messenger's numbers.
        uint32 domain;
        address token;
        /// Micro-USDC.
        uint256 size;
        /// Of the chain that it leaves.
        uint256 chainId;
    }

    /// @notice How this vault sends money to other networks; a messenger of zero: not at all.
    struct Road {
        address messenger;
        /// Withdrawals to Solana leave from one chain alone: there nothing else is believed to be burned for it.
        bool toSolana;
        /// Kept back, in micro-USDC, when a keeper executes one: for two transactions and a token account.
        uint64 solanaKeeperFee;
    }

    string public constant NAME = "VestRouterV2";
    string public constant VERSION = "0.0.1";
    /// @notice A request can be executed until this many milliseconds after it was signed. The exchange refunds
    /// only what can no longer be executed, so this number is part of the agreement with it.
    uint256 public constant DEADLINE_MS = 604_800_000;
    /// @notice Outflow is counted in quarters of an hour.
    uint256 public constant QUARTER = 15 minutes;
    uint256 private constant REQUEST_LENGTH = 8 * 32;
    uint256 private constant REBALANCE_LENGTH = 6 * 32;
    bytes32 private constant REBALANCE_TAG = keccak256("vest.rebalance");
    uint256 private constant PROOF_ARGS_LENGTH = 2 * 32;
    uint256 private constant SIGNATURE_LENGTH = 65;
    /// @dev What a contract wallet may use to say whether it approved a signing key.
    uint256 private constant WALLET_GAS = 1_000_000;
    uint32 private constant SOLANA_DOMAIN = 5;
    /// @dev Attested when the burn is final, and for nothing.
    uint32 private constant FINALITY_STANDARD = 2000;
    bytes32 private constant SIGNER_PROOF_TYPEHASH =
        keccak256("SignerProof(address approvedSigner,uint256 signerExpiry)");

    /// @notice EIP-712 domain of signer proofs. It carries no chain id: one approval of a signing key serves all
    /// chains; a withdrawal is bound to its chain by the request and by the validator.
    bytes32 public immutable DOMAIN_SEPARATOR;

    IMessenger public immutable MESSENGER;
    bool public immutable TO_SOLANA;
    uint256 public immutable SOLANA_KEEPER_FEE;

    /// @notice Requests that were executed.
    mapping(bytes32 id => bool) public completed;
    /// @notice Micro-USDC that left, per token and quarter of an hour since the epoch.
    mapping(address token => mapping(uint256 quarter => uint256)) public outflow;

    /// @notice Lots that left for other chains so far; the next one bears this number.
    uint256 public rebalances;

    event Deposit(address indexed token, address indexed from, address indexed to, uint256 amount);
    event AuthorizedDeposit(address indexed token, address indexed from, bytes32 indexed nonce, uint256 amount);
    /// @param size micro-USDC of the request. @param fee micro-USDC kept in the vault for the keeper's gas.
    event Completed(
        bytes32 indexed id,
        address indexed account,
        address indexed recipient,
        address token,
        uint256 size,
        uint256 fee
    );

    /// @notice Burned for Solana. @param recipient who signed for it there. @param mintRecipient their token account.
    event SentToSolana(
        bytes32 indexed id,
        address indexed account,
        bytes32 recipient,
        bytes32 mintRecipient,
        address token,
        uint256 size,
        uint256 fee
    );

    /// @notice Burned here for this vault's own address on another chain.
    event Rebalanced(
        uint256 indexed nonce, bytes32 indexed id, uint32 indexed domain, address token, uint256 size
    );

    error AlreadyProcessed();
    error ExpiredRequest();
    error ExpiredSignerAccount();
    error HourlyCapExceeded();
    error InvalidDomain();
    error InvalidRecipient();
    error InvalidSignature();
    error InvalidValidatorSignature();
    error MalformedRequest();
    error NotAllowedWithdraw();
    error SizeTooSmall();
    error TransactionCapExceeded();
    error WrongChain();
    error ZeroAmount();

    constructor(
        Roles memory roles,
        Delays memory delays,
        address token,
        TokenTerms memory terms,
        Road memory road
    ) VaultGovernance(roles, delays) {
        MESSENGER = IMessenger(road.messenger);
        TO_SOLANA = road.toSolana;
        SOLANA_KEEPER_FEE = road.solanaKeeperFee;
        DOMAIN_SEPARATOR = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,address verifyingContract)"),
                keccak256(bytes(NAME)),
                keccak256(bytes(VERSION)),
                address(this)
            )
        );
        _setToken(token, terms);
    }

    // ------------------------------------------------------------------ in

    /// @notice Moves `amount` units of `token` from the caller into the vault, to be credited to `to`.
    function deposit(address token, address to, uint256 amount) external nonReentrant whenNotPaused {
        if (to == address(0)) revert ZeroAddress();
        if (amount == 0) revert ZeroAmount();
        _requireToken(token);
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        emit Deposit(token, msg.sender, to, amount);
    }

    /// @notice Takes in what `from` authorized by an EIP-3009 signature; `from` is credited, not the caller.
    function depositWithAuthorization(
        address token,
        address from,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external nonReentrant whenNotPaused {
        if (value == 0) revert ZeroAmount();
        _requireToken(token);
        IERC3009(token).receiveWithAuthorization(
            from, address(this), value, validAfter, validBefore, nonce, signature
        );
        emit AuthorizedDeposit(token, from, nonce, value);
    }

    // ------------------------------------------------------------------ out

    /// @notice Pays out an approved request. Anyone who holds the payload may call; it names its recipient.
    /// @param requestArgs abi.encode of {Request}
    /// @param signer who signed the request: the account, or a key that it approved
    /// @param signature personal_sign over keccak256(requestArgs); not looked at when the account itself calls
    /// @param signatureProof abi.encode(bytes proofSignature, bytes proofArgs), proofArgs =
    /// abi.encode(approvedSigner, signerExpiry); not looked at when signer is the account
    /// @param validatorSignature personal_signs over {validatorHash}, 65 bytes each, of at least {quorum} validators,
    /// in ascending order of their addresses
    /// @param isSolanaNative false on this path
    function withdraw(
        bytes calldata requestArgs,
        address signer,
        bytes calldata signature,
        bytes calldata signatureProof,
        bytes calldata validatorSignature,
        bool isSolanaNative
    ) external nonReentrant whenNotPaused {
        if (isSolanaNative) revert NotAllowedWithdraw();
        Request memory request = _decode(requestArgs);
        bytes32 id = keccak256(requestArgs);
        if (completed[id]) revert AlreadyProcessed();
        _checkRequest(request);
        _checkValidators(id, validatorSignature);
        if (msg.sender != request.account) _checkTrader(id, request.account, signer, signature, signatureProof);

        TokenTerms memory terms = _requireToken(request.token);
        uint256 fee = isKeeper[msg.sender] ? terms.keeperFee : 0;
        if (request.size <= fee) revert SizeTooSmall();
        if (request.size > terms.transactionCap) revert TransactionCapExceeded();

        completed[id] = true;
        uint256 paid = request.size - fee;
        _countOutflow(request.token, terms, paid);
        emit Completed(id, request.account, request.recipient, request.token, request.size, fee);
        IERC20(request.token).safeTransfer(request.recipient, paid * terms.scale);
    }

    /// @notice Burns an approved request here; its message makes the same sum on Solana, once.
    /// @param validatorSignature the token account that receives it there (32 bytes), then the signatures of {withdraw}, over
    /// {solanaRelease} in place of the id
    /// @param isSolanaNative the account's own key is one of Solana, which no contract here can check: the validator's
    /// signature says that it was. The signature of `signer` is checked all the same.
    function withdrawSolana(
        bytes calldata requestArgs,
        address signer,
        bytes calldata signature,
        bytes calldata signatureProof,
        bytes calldata validatorSignature,
        bool isSolanaNative
    ) external nonReentrant whenNotPaused {
        if (address(MESSENGER) == address(0) || !TO_SOLANA) revert NotAllowedWithdraw();
        SolanaRequest memory request = _decodeSolana(requestArgs);
        bytes32 id = keccak256(requestArgs);
        if (completed[id]) revert AlreadyProcessed();
        bytes32 mintRecipient = bytes32(validatorSignature);
        _checkValidators(solanaRelease(id, mintRecipient, isSolanaNative), validatorSignature[32:]);
        if (isSolanaNative) _checkSigner(id, signer, signature);
        else if (msg.sender != request.account) _checkTrader(id, request.account, signer, signature, signatureProof);

        TokenTerms memory terms = _requireToken(request.token);
        uint256 fee = isKeeper[msg.sender] ? SOLANA_KEEPER_FEE : 0;
        if (request.size <= fee) revert SizeTooSmall();
        if (request.size > terms.transactionCap) revert TransactionCapExceeded();

        completed[id] = true;
        uint256 paid = request.size - fee;
        _countOutflow(request.token, terms, paid);
        emit SentToSolana(id, request.account, request.recipient, mintRecipient, request.token, request.size, fee);
        _burn(id, SOLANA_DOMAIN, mintRecipient, request.token, paid * terms.scale);
    }

    /// @notice Moves a lot of the vault's money to another chain, where this very address alone receives it. Anyone may
    /// call; each number of {rebalances} is used once, so that of two lots that were signed one can be sent.
    /// @param rebalanceArgs abi.encode of {Rebalance}
    /// @param validatorSignature as of {withdraw}, over {rebalanceRelease} in place of the id
    function rebalance(bytes calldata rebalanceArgs, bytes calldata validatorSignature)
        external
        nonReentrant
        whenNotPaused
    {
        if (address(MESSENGER) == address(0)) revert NotAllowedWithdraw();
        if (rebalanceArgs.length != REBALANCE_LENGTH) revert MalformedRequest();
        Rebalance memory lot = abi.decode(rebalanceArgs, (Rebalance));
        if (lot.chainId != block.chainid) revert WrongChain();
        if (lot.domain == SOLANA_DOMAIN) revert InvalidDomain();
        if (lot.nonce != rebalances) revert AlreadyProcessed();
        if (block.timestamp * 1000 > lot.deadline) revert ExpiredRequest();
        bytes32 id = keccak256(rebalanceArgs);
        _checkValidators(rebalanceRelease(id), validatorSignature);
        TokenTerms memory terms = _requireToken(lot.token);
        if (lot.size == 0) revert SizeTooSmall();
        if (lot.size > terms.transactionCap) revert TransactionCapExceeded();

        rebalances = lot.nonce + 1;
        emit Rebalanced(lot.nonce, id, lot.domain, lot.token, lot.size);
        _burn(id, lot.domain, bytes32(uint256(uint160(address(this)))), lot.token, lot.size * terms.scale);
    }

    function _burn(bytes32 id, uint32 domain, bytes32 mintRecipient, address token, uint256 units) private {
        IERC20(token).forceApprove(address(MESSENGER), units);
        MESSENGER.depositForBurnWithHook(
            units, domain, mintRecipient, token, bytes32(0), 0, FINALITY_STANDARD, abi.encode(id)
        );
    }

    // ------------------------------------------------------------------ views

    /// @notice Which of these requests were executed.
    function getCompletedTransactions(bytes32[] calldata ids) external view returns (bool[] memory done) {
        done = new bool[](ids.length);
        for (uint256 i = 0; i < ids.length; i++) done[i] = completed[ids[i]];
    }

    /// @notice The bytes and the id of a request, for a caller that builds one.
    function encodeRequest(Request calldata request) external pure returns (bytes memory requestArgs, bytes32 id) {
        requestArgs = abi.encode(request);
        id = keccak256(requestArgs);
    }

    /// @notice What the validator signs by personal_sign to release request `id` here.
    function validatorHash(bytes32 id) public view returns (bytes32) {
        return keccak256(abi.encode(id, address(this), block.chainid));
    }

    /// @notice Stands for the id in {validatorHash} where request `id` goes to Solana: the validator names the token account,
    /// and whether it vouches for a key of Solana.
    function solanaRelease(bytes32 id, bytes32 mintRecipient, bool isSolanaNative) public pure returns (bytes32) {
        return keccak256(abi.encode(id, mintRecipient, isSolanaNative));
    }

    /// @notice Stands for the id in {validatorHash} where the vault's own money moves: no signature of one serves the other.
    function rebalanceRelease(bytes32 id) public pure returns (bytes32) {
        return keccak256(abi.encode(REBALANCE_TAG, id));
    }

    /// @notice The EIP-712 digest by which an account approves a signing key until `signerExpiry` (ms).
    function signerProofDigest(address approvedSigner, uint256 signerExpiry) public view returns (bytes32) {
        return MessageHashUtils.toTypedDataHash(
            DOMAIN_SEPARATOR, keccak256(abi.encode(SIGNER_PROOF_TYPEHASH, approvedSigner, signerExpiry))
        );
    }

    /// @notice Micro-USDC that left in the last hour, rounded up to whole quarters: five quarters cover every
    /// window of 60 minutes that ends now, so the cap holds for any hour, not only for those of the clock.
    function hourlyOutflow(address token) public view returns (uint256 sum) {
        uint256 quarter = block.timestamp / QUARTER;
        for (uint256 i = 0; i < 5; i++) sum += outflow[token][quarter - i];
    }

    // ------------------------------------------------------------------ checks

    function _decode(bytes calldata requestArgs) private pure returns (Request memory) {
        // The tuple is static: 256 bytes and clean words are its only encoding, so one request has one id.
        if (requestArgs.length != REQUEST_LENGTH) revert MalformedRequest();
        return abi.decode(requestArgs, (Request));
    }

    /// @dev The same, with the checks of {_checkRequest} that Solana has.
    function _decodeSolana(bytes calldata requestArgs) private view returns (SolanaRequest memory request) {
        if (requestArgs.length != REQUEST_LENGTH) revert MalformedRequest();
        request = abi.decode(requestArgs, (SolanaRequest));
        if (request.isDeposit) revert NotAllowedWithdraw();
        if (request.chainId != 0) revert WrongChain();
        if (request.account == address(0) || request.recipient == bytes32(0)) revert ZeroAddress();
        if (block.timestamp * 1000 > request.time + DEADLINE_MS) revert ExpiredRequest();
    }

    function _checkRequest(Request memory request) private view {
        if (request.isDeposit) revert NotAllowedWithdraw();
        if (request.chainId != block.chainid) revert WrongChain();
        if (request.account == address(0) || request.recipient == address(0)) revert ZeroAddress();
        // Paid to itself, the vault would log a transfer that looks like a deposit.
        if (request.recipient == address(this)) revert InvalidRecipient();
        if (block.timestamp * 1000 > request.time + DEADLINE_MS) revert ExpiredRequest();
    }

    /// @dev Ascending signers are different signers.
    function _checkValidators(bytes32 id, bytes calldata signatures) private view {
        uint256 count = signatures.length / SIGNATURE_LENGTH;
        if (signatures.length % SIGNATURE_LENGTH != 0) revert InvalidSignature();
        if (count < quorum || count > VALIDATORS_MAX) revert InvalidValidatorSignature();
        bytes32 digest = MessageHashUtils.toEthSignedMessageHash(validatorHash(id));
        address last = address(0);
        for (uint256 i = 0; i < count; i++) {
            address signer = _recover(digest, signatures[i * SIGNATURE_LENGTH:(i + 1) * SIGNATURE_LENGTH]);
            if (signer <= last || !isValidator[signer]) revert InvalidValidatorSignature();
            last = signer;
        }
    }

    function _checkTrader(
        bytes32 id,
        address account,
        address signer,
        bytes calldata signature,
        bytes calldata signatureProof
    ) private view {
        _checkSigner(id, signer, signature);
        if (signer == account) return;
        if (signatureProof.length == 0) revert InvalidSignature();
        (bytes memory proofSignature, bytes memory proofArgs) = abi.decode(signatureProof, (bytes, bytes));
        if (proofArgs.length != PROOF_ARGS_LENGTH) revert InvalidSignature();
        (address approvedSigner, uint256 signerExpiry) = abi.decode(proofArgs, (address, uint256));
        if (approvedSigner != signer) revert InvalidSignature();
        bytes32 digest = signerProofDigest(approvedSigner, signerExpiry);
        (address approver, ECDSA.RecoverError failure,) = ECDSA.tryRecover(digest, proofSignature);
        bool isOwnKey = failure == ECDSA.RecoverError.NoError && approver == account;
        if (!isOwnKey && !_acceptsAsContract(account, digest, proofSignature)) revert InvalidSignature();
        if (block.timestamp * 1000 >= signerExpiry) revert ExpiredSignerAccount();
    }

    /// @dev ERC-1271, with so much gas and one word of its answer: a hostile wallet cannot make the call dear.
    function _acceptsAsContract(address account, bytes32 digest, bytes memory signature) private view returns (bool) {
        if (account.code.length == 0) return false;
        bytes memory question = abi.encodeCall(IERC1271.isValidSignature, (digest, signature));
        bool success;
        bytes32 answer;
        assembly ("memory-safe") {
            success := staticcall(WALLET_GAS, account, add(question, 0x20), mload(question), 0, 0x20)
            success := and(success, gt(returndatasize(), 0x1f))
            answer := mload(0)
        }
        return success && answer == bytes32(IERC1271.isValidSignature.selector);
    }

    function _checkSigner(bytes32 id, address signer, bytes calldata signature) private pure {
        if (_recover(MessageHashUtils.toEthSignedMessageHash(id), signature) != signer) revert InvalidSignature();
    }

    /// @dev Low-s, 65 bytes, never the zero address (OpenZeppelin's ECDSA).
    function _recover(bytes32 digest, bytes calldata signature) private pure returns (address) {
        (address signer, ECDSA.RecoverError failure,) = ECDSA.tryRecoverCalldata(digest, signature);
        if (failure != ECDSA.RecoverError.NoError) revert InvalidSignature();
        return signer;
    }

    function _countOutflow(address token, TokenTerms memory terms, uint256 paid) private {
        uint256 left = hourlyOutflow(token);
        // The share is of what lay here before the hour's outflow, so that it does not shrink as it is used.
        uint256 base = IERC20(token).balanceOf(address(this)) / terms.scale + left;
        uint256 cap = Math.max(terms.hourlyFloor, base * terms.hourlyBps / 10_000);
        if (left + paid > cap) revert HourlyCapExceeded();
        outflow[token][block.timestamp / QUARTER] += paid;
    }
}
