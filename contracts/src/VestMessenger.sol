// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @notice What a token offers to those that it lets burn their own balance.
interface IBurnable {
    function burn(uint256 amount) external;
}

/// @title VestMessenger
/// @notice Burns a token here and says so in a message by which the same sum is made elsewhere, once. Call and message
/// have the shape of CCTP's second version, so that a vault can be pointed at either; name and attestation are our own.
/// Nonce, executed finality and fee are left empty: the attester of the burn fills them in.
contract VestMessenger {
    using SafeERC20 for IERC20;

    uint32 public constant VERSION = 1;
    /// @notice Who turns the message into money on the other side.
    bytes32 public constant REMOTE_MINTER = keccak256("vest.minter");
    uint32 public immutable LOCAL_DOMAIN;

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

    error NoAmount();
    error NoRecipient();
    error SameDomain();

    constructor(uint32 localDomain) {
        LOCAL_DOMAIN = localDomain;
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

    function _word(address account) private pure returns (bytes32) {
        return bytes32(uint256(uint160(account)));
    }
}
