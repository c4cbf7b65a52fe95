/*
 * Two questions about signatures. Were all these made by the keys named beside them? One answer for a whole batch, by one
 * multiplication of many points instead of one recovery for each. And which key made this one? That is the library's own
 * recovery, compiled on the machine that runs it.
 *
 * The recovery id says which point R a signature was made with, so a signature (r, s) over z by the key P is the equation
 *     (z/s) G + (r/s) P - R = 0
 * in a group of prime order. The batch is the sum of these equations, each times a weight of its own: 127 random bits,
 * which were not known when the batch was put together. If one equation is false, at most one value of its weight makes the
 * sum come out as infinity: a chance of 2^-127. The terms of G are one, and so are those of the same P; the weight of
 * R is half as long as a scalar, which is where the time is saved.
 *
 * Everything here is public (digests, signatures, public keys), so nothing needs to take constant time. The arithmetic
 * is libsecp256k1's, from the source inside the npm package `secp256k1`; only its static functions are used, none of
 * its names is exported. The one file in C of this tree: docs/decisions/0031-signatures-in-batches.md.
 */
#define NAPI_VERSION 6
#include <node_api.h>
#include <stdlib.h>
#include <string.h>

/* How libsecp256k1 is to be built; the portable forms alone, the compiler does as well as its assembly. */
#define USE_NUM_NONE 1
#define USE_FIELD_INV_BUILTIN 1
#define USE_SCALAR_INV_BUILTIN 1
#define USE_ENDOMORPHISM 1
#define ECMULT_WINDOW_SIZE 15
#ifdef __SIZEOF_INT128__
#define HAVE___INT128 1
#define USE_FIELD_5X52 1
#define USE_SCALAR_4X64 1
#else
#define USE_FIELD_10X26 1
#define USE_SCALAR_8X32 1
#endif
#include <include/secp256k1.h>
#include <util.h>
#include <num_impl.h>
#include <field_impl.h>
#include <scalar_impl.h>
#include <group_impl.h>
#include <ecmult_impl.h>
#include <scratch_impl.h>

#define BATCH_MAX 256
#define DIGEST_AT 0
#define R_AT 32
#define S_AT 64
#define RECOVERY_AT 96
/* The place of the key among those given; a byte is enough for all of a batch. */
#define KEY_AT 97
#define SIGNATURE_BYTES 98
#define KEY_BYTES 65
#define WEIGHT_BYTES 16
/* Enough for BATCH_MAX signatures of as many keys at once; with less the library would take several turns. */
#define SCRATCH_BYTES (1 << 20)

/* One for each thread that loads the addon. */
typedef struct {
    secp256k1_ecmult_context multiples;
    void *tables;
    secp256k1_scratch *scratch;
    /* Terms of the sum: keys first, then the R of each signature. */
    secp256k1_ge points[2 * BATCH_MAX];
    secp256k1_scalar scalars[2 * BATCH_MAX];
    secp256k1_scalar s[BATCH_MAX];
    /* Product of all s before this one. */
    secp256k1_scalar products[BATCH_MAX];
} verifier;

typedef struct {
    const unsigned char *signatures, *keys, *weights;
    size_t count, key_count;
} batch;

/* Only a misuse of the library ends here. */
static void on_library_error(const char *text, void *data) {
    (void)data;
    napi_fatal_error("signatures", NAPI_AUTO_LENGTH, text, NAPI_AUTO_LENGTH);
}
static const secp256k1_callback library_error = {on_library_error, NULL};

static int term_of(secp256k1_scalar *scalar, secp256k1_ge *point, size_t at, void *data) {
    const verifier *v = data;
    *scalar = v->scalars[at];
    *point = v->points[at];
    return 1;
}

/* 0 unless it is in [1, n-1], as recovery asks of r and s. */
static int read_scalar(secp256k1_scalar *scalar, const unsigned char *bytes) {
    int overflow;
    secp256k1_scalar_set_b32(scalar, bytes, &overflow);
    return !overflow && !secp256k1_scalar_is_zero(scalar);
}

/* 04, x, y of a point of the curve. */
static int read_key(secp256k1_ge *point, const unsigned char *bytes) {
    secp256k1_fe x, y;
    if (bytes[0] != 4 || !secp256k1_fe_set_b32(&x, bytes + 1) || !secp256k1_fe_set_b32(&y, bytes + 33)) return 0;
    secp256k1_ge_set_xy(point, &x, &y);
    return secp256k1_ge_is_valid_var(point);
}

/* A weight of 0 would leave its signature out; random bits are not 0. */
static int read_weight(secp256k1_scalar *weight, const unsigned char *bytes) {
    unsigned char wide[32] = {0};
    memcpy(wide + 16, bytes, WEIGHT_BYTES);
    /* With 127 bits the library's split of a scalar in halves leaves the second half empty, and skips it. */
    wide[16] &= 0x7f;
    secp256k1_scalar_set_b32(weight, wide, NULL);
    return !secp256k1_scalar_is_zero(weight);
}

/* Adds one equation times its weight; `s_inverse` is 1/s. 0 where recovery would find no key. */
static int add_equation(verifier *v, secp256k1_scalar *of_g, const batch *b, size_t at, const secp256k1_scalar *s_inverse) {
    const unsigned char *bytes = b->signatures + at * SIGNATURE_BYTES;
    const size_t key = bytes[KEY_AT];
    secp256k1_ge *point = &v->points[b->key_count + at];
    secp256k1_scalar *weight = &v->scalars[b->key_count + at];
    secp256k1_scalar r, z, part;
    secp256k1_fe x;
    if (key >= b->key_count || bytes[RECOVERY_AT] > 1) return 0;
    if (!read_scalar(&r, bytes + R_AT) || !read_weight(weight, b->weights + at * WEIGHT_BYTES)) return 0;
    /* x = r: an R beyond n has the recovery ids 2 and 3, which no Ethereum signature has. */
    if (!secp256k1_fe_set_b32(&x, bytes + R_AT)) return 0;
    if (!secp256k1_ge_set_xo_var(point, &x, bytes[RECOVERY_AT])) return 0;
    secp256k1_ge_neg(point, point);
    /* A digest beyond n is taken modulo n, as everywhere. */
    secp256k1_scalar_set_b32(&z, bytes + DIGEST_AT, NULL);
    secp256k1_scalar_mul(&part, weight, s_inverse);
    secp256k1_scalar_mul(&z, &z, &part);
    secp256k1_scalar_add(of_g, of_g, &z);
    secp256k1_scalar_mul(&r, &r, &part);
    secp256k1_scalar_add(&v->scalars[key], &v->scalars[key], &r);
    return 1;
}

/* 1 when every signature is of its key; 0 when at least one is not, or is no signature at all. */
static int is_genuine(verifier *v, const batch *b) {
    secp256k1_scalar of_g, product, s_inverse;
    secp256k1_gej sum;
    size_t at;
    secp256k1_scalar_set_int(&of_g, 0);
    for (at = 0; at < b->key_count; at++) {
        if (!read_key(&v->points[at], b->keys + at * KEY_BYTES)) return 0;
        secp256k1_scalar_set_int(&v->scalars[at], 0);
    }
    /* One inversion for all: 1/s[i] = product of those before it * 1/(product up to it). */
    secp256k1_scalar_set_int(&product, 1);
    for (at = 0; at < b->count; at++) {
        if (!read_scalar(&v->s[at], b->signatures + at * SIGNATURE_BYTES + S_AT)) return 0;
        v->products[at] = product;
        secp256k1_scalar_mul(&product, &product, &v->s[at]);
    }
    secp256k1_scalar_inverse_var(&product, &product);
    for (at = b->count; at-- > 0;) {
        secp256k1_scalar_mul(&s_inverse, &product, &v->products[at]);
        secp256k1_scalar_mul(&product, &product, &v->s[at]);
        if (!add_equation(v, &of_g, b, at, &s_inverse)) return 0;
    }
    if (!secp256k1_ecmult_multi_var(&library_error, &v->multiples, v->scratch, &sum, &of_g, term_of, v,
                                    b->key_count + b->count))
        return 0;
    return secp256k1_gej_is_infinity(&sum);
}

/* The bytes of an argument if it is a Uint8Array of whole rows; else 0. */
static int read_rows(napi_env env, napi_value value, size_t row_bytes, const unsigned char **bytes, size_t *rows) {
    napi_typedarray_type type;
    size_t length;
    void *data;
    bool is_typed_array;
    if (napi_is_typedarray(env, value, &is_typed_array) != napi_ok || !is_typed_array) return 0;
    if (napi_get_typedarray_info(env, value, &type, &length, &data, NULL, NULL) != napi_ok) return 0;
    *bytes = data;
    *rows = length / row_bytes;
    return type == napi_uint8_array && length % row_bytes == 0;
}

/* areGenuine(signatures, keys, weights): boolean */
static napi_value are_genuine(napi_env env, napi_callback_info info) {
    napi_value arguments[3], answer = NULL;
    size_t argument_count = 3, weight_count;
    void *data = NULL;
    batch b;
    if (napi_get_cb_info(env, info, &argument_count, arguments, NULL, NULL) != napi_ok || argument_count != 3 ||
        napi_get_instance_data(env, &data) != napi_ok || data == NULL ||
        !read_rows(env, arguments[0], SIGNATURE_BYTES, &b.signatures, &b.count) ||
        !read_rows(env, arguments[1], KEY_BYTES, &b.keys, &b.key_count) ||
        !read_rows(env, arguments[2], WEIGHT_BYTES, &b.weights, &weight_count) ||
        b.count == 0 || b.count > BATCH_MAX || b.key_count == 0 || b.key_count > b.count || weight_count != b.count) {
        napi_throw_range_error(env, NULL, "areGenuine takes rows of 1 to 256 signatures, their keys and their weights");
        return NULL;
    }
    napi_get_boolean(env, is_genuine(data, &b) != 0, &answer);
    return answer;
}

/*
 * The key that made a signature: Q = (s/r) R - (z/r) G. 0 where there is none, exactly where the library's own
 * `secp256k1_ecdsa_recover` says so, but for the recovery ids 2 and 3, which no Ethereum signature has.
 */
static int recover(const verifier *v, const unsigned char *digest, const unsigned char *compact, int recovery,
                   unsigned char *key) {
    secp256k1_scalar r, s, z, r_inverse;
    secp256k1_fe x;
    secp256k1_ge point;
    secp256k1_gej r_point, sum;
    if (!read_scalar(&r, compact) || !read_scalar(&s, compact + 32)) return 0;
    if (!secp256k1_fe_set_b32(&x, compact) || !secp256k1_ge_set_xo_var(&point, &x, recovery)) return 0;
    secp256k1_gej_set_ge(&r_point, &point);
    secp256k1_scalar_set_b32(&z, digest, NULL);
    secp256k1_scalar_inverse_var(&r_inverse, &r);
    secp256k1_scalar_mul(&z, &z, &r_inverse);
    secp256k1_scalar_negate(&z, &z);
    secp256k1_scalar_mul(&s, &s, &r_inverse);
    secp256k1_ecmult(&v->multiples, &sum, &r_point, &s, &z);
    if (secp256k1_gej_is_infinity(&sum)) return 0;
    secp256k1_ge_set_gej_var(&point, &sum);
    secp256k1_fe_normalize_var(&point.x);
    secp256k1_fe_normalize_var(&point.y);
    key[0] = 4;
    secp256k1_fe_get_b32(key + 1, &point.x);
    secp256k1_fe_get_b32(key + 33, &point.y);
    return 1;
}

/* recoverKey(digest, compact, recovery, key): boolean; writes the key only where there is one. */
static napi_value recover_key(napi_env env, napi_callback_info info) {
    napi_value arguments[4], answer = NULL;
    size_t argument_count = 4, digests, compacts, keys;
    const unsigned char *digest, *compact, *key;
    int32_t recovery;
    void *data = NULL;
    if (napi_get_cb_info(env, info, &argument_count, arguments, NULL, NULL) != napi_ok || argument_count != 4 ||
        napi_get_instance_data(env, &data) != napi_ok || data == NULL ||
        !read_rows(env, arguments[0], 32, &digest, &digests) || digests != 1 ||
        !read_rows(env, arguments[1], 64, &compact, &compacts) || compacts != 1 ||
        napi_get_value_int32(env, arguments[2], &recovery) != napi_ok || recovery < 0 || recovery > 1 ||
        !read_rows(env, arguments[3], KEY_BYTES, &key, &keys) || keys != 1) {
        napi_throw_range_error(env, NULL, "recoverKey takes a digest, a signature, 0 or 1, and room for a key");
        return NULL;
    }
    napi_get_boolean(env, recover(data, digest, compact, recovery, (unsigned char *)key) != 0, &answer);
    return answer;
}

static void free_verifier(napi_env env, void *data, void *hint) {
    verifier *v = data;
    (void)env;
    (void)hint;
    if (v->scratch != NULL) secp256k1_scratch_destroy(&library_error, v->scratch);
    free(v->tables);
    free(v);
}

static int add_function(napi_env env, napi_value exports, const char *name, napi_callback callback) {
    napi_value function;
    return napi_create_function(env, name, NAPI_AUTO_LENGTH, callback, NULL, &function) == napi_ok &&
           napi_set_named_property(env, exports, name, function) == napi_ok;
}

NAPI_MODULE_INIT() {
    verifier *v = calloc(1, sizeof *v);
    void *room;
    if (v == NULL) goto failed;
    room = v->tables = malloc(SECP256K1_ECMULT_CONTEXT_PREALLOCATED_SIZE);
    v->scratch = secp256k1_scratch_create(&library_error, SCRATCH_BYTES);
    if (v->tables == NULL || v->scratch == NULL) goto failed;
    secp256k1_ecmult_context_init(&v->multiples);
    secp256k1_ecmult_context_build(&v->multiples, &room);
    if (!add_function(env, exports, "areGenuine", are_genuine) || !add_function(env, exports, "recoverKey", recover_key) ||
        napi_set_instance_data(env, v, free_verifier, NULL) != napi_ok)
        goto failed;
    return exports;
failed:
    if (v != NULL) free_verifier(env, v, NULL);
    napi_throw_error(env, NULL, "signatures could not get its memory");
    return NULL;
}
