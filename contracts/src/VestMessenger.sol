// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @notice What a token offers to those that it lets burn their own balance.
interface IBurnable {
    function burn(uint256 amount) external;
}

/// @notice What a token offers to those that it lets make money.
interface IMintable {
    function mint(address to, uint256 amount) external returns (bool);
}

/// @title VestMessenger
/// @notice Burns a token here and says so in a message by which the same sum is made elsewhere, once; and makes here what
/// the same contract, at the same address, burned on another chain. Call and message
/// have the shape of CCTP's second version, so that a vault can be pointed at either; name and attestation are our own.
/// Nonce, executed finality and fee are left empty: the attester of the burn fills them in.
contract VestMessenger {
    using SafeERC20 for IERC20;

    uint32 public constant VERSION = 1;
    /// @notice Who turns the message into money on the other side.
    bytes32 public constant REMOTE_MINTER = keccak256("vest.minter");
    uint32 public immutable LOCAL_DOMAIN;
    /// @notice What is made here, and bears the same address where it was burned.
    address public immutable TOKEN;
    /// @notice Whose word is believed that something was burned; zero: nothing is made here.
    address public immutable ATTESTER;
    uint256 private constant BODY = 148;
    uint256 private constant LENGTH_MIN = BODY + 228;

    /// @notice Messages that were made into money here.
    mapping(bytes32 nonce => bool) public received;

    /// @notice The whole message: a header of 148 bytes, a body of 228, the hook.
    event MessageSent(bytes message);
    event DepositForBurn(
        address indexed burnToken,
        uint256 amount,
        address indexed depositor,
        bytes32 mintRecipient,
        uint32 destinationDomain,
        bytes hookData
    );

    event MessageReceived(bytes32 indexed nonce, uint32 sourceDomain, address indexed recipient, uint256 amount);

    error AlreadyReceived();
    error InvalidAttestation();
    error InvalidMessage();
    error NoAmount();
    error NoRecipient();
    error SameDomain();

    constructor(uint32 localDomain, address token, address attester) {
        LOCAL_DOMAIN = localDomain;
        TOKEN = token;
        ATTESTER = attester;
    }

    /// @notice Takes `amount` units of `burnToken` from the caller and burns them.
    /// @param mintRecipient what receives the sum there: on Solana a token account
    /// @param destinationCaller who alone may deliver the message; zero: anyone
    /// @param maxFee at most so much may be kept back of the sum
    /// @param minFinalityThreshold 2000: attested when the burn is final
    /// @param hookData carried along
    function depositForBurnWithHook(
        uint256 amount,
        uint32 destinationDomain,
        bytes32 mintRecipient,
        address burnToken,
        bytes32 destinationCaller,
        uint256 maxFee,
        uint32 minFinalityThreshold,
        bytes calldata hookData
    ) external {
        if (amount == 0) revert NoAmount();
        if (mintRecipient == bytes32(0)) revert NoRecipient();
        if (destinationDomain == LOCAL_DOMAIN) revert SameDomain();
        IERC20(burnToken).safeTransferFrom(msg.sender, address(this), amount);
        IBurnable(burnToken).burn(amount);
        emit DepositForBurn(burnToken, amount, msg.sender, mintRecipient, destinationDomain, hookData);
        bytes memory body = abi.encodePacked(
            VERSION,
            _word(burnToken),
            mintRecipient,
            amount,
            _word(msg.sender),
            maxFee,
            uint256(0), // fee
            uint256(0), // expiration block
            hookData
        );
        emit MessageSent(
            abi.encodePacked(
                VERSION,
                LOCAL_DOMAIN,
                destinationDomain,
                bytes32(0), // nonce
                _word(address(this)),
                REMOTE_MINTER,
                destinationCaller,
                minFinalityThreshold,
                uint32(0), // executed finality
                body
            )
        );
    }

    /// @notice Makes the sum of an attested message, once. Anyone may deliver one that names no caller.
    function receiveMessage(bytes calldata message, bytes calldata attestation) external {
        if (message.length < LENGTH_MIN) revert InvalidMessage();
        bytes32 digest = keccak256(abi.encodePacked("Vest burn attestation 1\n", message));
        (address signer, ECDSA.RecoverError failure,) = ECDSA.tryRecoverCalldata(digest, attestation);
        if (failure != ECDSA.RecoverError.NoError || signer != ATTESTER) revert InvalidAttestation();
        bytes32 nonce = bytes32(message[12:44]);
        bytes32 caller = bytes32(message[108:140]);
        bytes32 recipient = bytes32(message[BODY + 36:BODY + 68]);
        if (
            uint32(bytes4(message[8:12])) != LOCAL_DOMAIN || nonce == bytes32(0)
                || bytes32(message[44:76]) != _word(address(this)) || bytes32(message[76:108]) != REMOTE_MINTER
                || (caller != bytes32(0) && caller != _word(msg.sender))
                || bytes32(message[BODY + 4:BODY + 36]) != _word(TOKEN) || uint256(recipient) >> 160 != 0
        ) revert InvalidMessage();
        if (received[nonce]) revert AlreadyReceived();
        received[nonce] = true;
        address to = address(uint160(uint256(recipient)));
        uint256 amount = uint256(bytes32(message[BODY + 68:BODY + 100]));
        emit MessageReceived(nonce, uint32(bytes4(message[4:8])), to, amount);
        IMintable(TOKEN).mint(to, amount);
    }

    function _word(address account) private pure returns (bytes32) {
        return bytes32(uint256(uint160(account)));
    }
}
