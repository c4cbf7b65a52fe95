// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";

/// @title VaultGovernance
/// @notice Who may stop the vault and how its terms change. One guardian stops it at once. Everything that
/// loosens it takes time and is public: the admin proposes the exact call, it waits, then it can be executed
/// within two weeks; any guardian can cancel it meanwhile. To unpause takes two persons: the admin proposes,
/// a guardian executes.
abstract contract VaultGovernance {
    struct Roles {
        address admin;
        address guardian;
        address keeper;
        /// Strictly ascending.
        address[] validators;
        /// How many of them must sign a withdrawal.
        uint256 quorum;
    }

    struct Delays {
        /// Seconds between proposal and execution of a change of roles, tokens or caps.
        uint64 change;
        /// Seconds between proposal and execution of unpause.
        uint64 unpause;
    }

    /// @notice Terms of an accepted token. All amounts are micro-USDC.
    struct TokenTerms {
        bool accepted;
        /// Units of the token per micro-USDC: 1 with 6 decimals, 10^12 with 18. Set by the vault.
        uint64 scale;
        /// Kept back when a keeper executes on behalf of the trader.
        uint64 keeperFee;
        /// In any hour at most the larger of hourlyFloor and hourlyBps of the balance leaves.
        uint16 hourlyBps;
        uint128 hourlyFloor;
        uint128 transactionCap;
    }

    /// @notice After this many seconds beyond its time a proposal can no longer be executed.
    uint256 public constant GRACE = 14 days;
    uint256 public constant VALIDATORS_MAX = 16;
    uint256 public immutable CHANGE_DELAY;
    uint256 public immutable UNPAUSE_DELAY;

    address public admin;
    /// @notice How many different validators must sign a withdrawal.
    uint256 public quorum;
    bool public paused;
    mapping(address validator => bool) public isValidator;
    mapping(address guardian => bool) public isGuardian;
    mapping(address keeper => bool) public isKeeper;
    mapping(address token => TokenTerms) public tokens;
    /// @notice When a proposed call can be executed (seconds), by keccak256 of the call; 0 = not proposed.
    mapping(bytes32 callHash => uint256) public executableAt;
    address[] private _validators;

    event Paused(address indexed guardian);
    event Unpaused();
    event Proposed(bytes call, uint256 executableAt);
    event Cancelled(bytes call, address indexed by);
    event Executed(bytes call);
    event ValidatorsChanged(address[] validators, uint256 quorum);

    error InvalidQuorum();
    error InvalidValidators();
    error NotAdmin();
    error NotGuardian();
    error NotProposed();
    error NotSelf();
    error PausedVault();
    error ProposalPending();
    error TooEarly();
    error TooLate();
    error UnsupportedDecimals();
    error UnsupportedToken();
    error ZeroAddress();

    modifier onlySelf() {
        if (msg.sender != address(this)) revert NotSelf();
        _;
    }

    modifier whenNotPaused() {
        if (paused) revert PausedVault();
        _;
    }

    constructor(Roles memory roles, Delays memory delays) {
        if (roles.admin == address(0) || roles.guardian == address(0)) revert ZeroAddress();
        CHANGE_DELAY = delays.change;
        UNPAUSE_DELAY = delays.unpause;
        admin = roles.admin;
        _setValidators(roles.validators, roles.quorum);
        isGuardian[roles.guardian] = true;
        if (roles.keeper != address(0)) isKeeper[roles.keeper] = true;
    }

    // ------------------------------------------------------------------ at once

    /// @notice Stops deposits by call and all withdrawals.
    function pause() external {
        if (!isGuardian[msg.sender]) revert NotGuardian();
        paused = true;
        emit Paused(msg.sender);
    }

    // ------------------------------------------------------------------ with delay

    /// @notice Announces a call of one of the functions below, with its exact arguments.
    function propose(bytes calldata call) external {
        if (msg.sender != admin) revert NotAdmin();
        bytes32 callHash = keccak256(call);
        uint256 time = executableAt[callHash];
        if (time != 0 && block.timestamp <= time + GRACE) revert ProposalPending();
        time = block.timestamp + (_isUnpause(call) ? UNPAUSE_DELAY : CHANGE_DELAY);
        executableAt[callHash] = time;
        emit Proposed(call, time);
    }

    /// @notice Withdraws a proposal.
    function cancel(bytes calldata call) external {
        if (msg.sender != admin && !isGuardian[msg.sender]) revert NotGuardian();
        if (executableAt[keccak256(call)] == 0) revert NotProposed();
        delete executableAt[keccak256(call)];
        emit Cancelled(call, msg.sender);
    }

    /// @notice Carries out a proposal whose time has come. Unpause: by a guardian only.
    function execute(bytes calldata call) external {
        if (_isUnpause(call) && !isGuardian[msg.sender]) revert NotGuardian();
        uint256 time = executableAt[keccak256(call)];
        if (time == 0) revert NotProposed();
        if (block.timestamp < time) revert TooEarly();
        if (block.timestamp > time + GRACE) revert TooLate();
        delete executableAt[keccak256(call)];
        (bool success, bytes memory reason) = address(this).call(call);
        if (!success) {
            assembly ("memory-safe") {
                revert(add(reason, 32), mload(reason))
            }
        }
        emit Executed(call);
    }

    function unpause() external onlySelf {
        paused = false;
        emit Unpaused();
    }

    function setAdmin(address next) external onlySelf {
        if (next == address(0)) revert ZeroAddress();
        admin = next;
    }

    /// @notice Replaces all validators at once. Withdrawals that only former ones signed can no longer be paid.
    function setValidators(address[] calldata next, uint256 nextQuorum) external onlySelf {
        _setValidators(next, nextQuorum);
    }

    function setGuardian(address guardian, bool active) external onlySelf {
        isGuardian[guardian] = active;
    }

    function setKeeper(address keeper, bool active) external onlySelf {
        isKeeper[keeper] = active;
    }

    /// @notice Accepts a token or changes its terms; `terms.accepted` = false ends it.
    function setToken(address token, TokenTerms calldata terms) external onlySelf {
        _setToken(token, terms);
    }

    /// @notice Ascending.
    function validators() external view returns (address[] memory) {
        return _validators;
    }

    // ------------------------------------------------------------------ inside

    function _setValidators(address[] memory next, uint256 nextQuorum) private {
        if (next.length == 0 || next.length > VALIDATORS_MAX) revert InvalidValidators();
        if (nextQuorum == 0 || nextQuorum > next.length) revert InvalidQuorum();
        for (uint256 i = 0; i < _validators.length; i++) isValidator[_validators[i]] = false;
        address last = address(0);
        for (uint256 i = 0; i < next.length; i++) {
            if (next[i] <= last) revert InvalidValidators();
            last = next[i];
            isValidator[last] = true;
        }
        _validators = next;
        quorum = nextQuorum;
        emit ValidatorsChanged(next, nextQuorum);
    }

    function _setToken(address token, TokenTerms memory terms) internal {
        uint8 decimals = IERC20Metadata(token).decimals();
        if (decimals < 6 || decimals > 18) revert UnsupportedDecimals();
        terms.scale = uint64(10 ** (decimals - 6));
        tokens[token] = terms;
    }

    function _requireToken(address token) internal view returns (TokenTerms memory terms) {
        terms = tokens[token];
        if (!terms.accepted) revert UnsupportedToken();
    }

    function _isUnpause(bytes calldata call) private pure returns (bool) {
        return call.length >= 4 && bytes4(call[:4]) == this.unpause.selector;
    }
}
