package io.github.functionschema.peer.repair;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * What models are known to get wrong in arguments, and how it is mended (rule 31). None is made unless it is asked for, and each acts only
 * where what was sent is certainly refused and the schema leaves one meaning: no valid call is changed.
 */
public enum Repair {
    /** A string that reads strictly to an object or array, where only that kind, or null, is allowed: decoded, at the root too. */
    ENCODED_CONTAINERS("EncodedContainers"),
    /** An empty text, "" or null in place of all arguments: an object without members. */
    EMPTY_ARGUMENTS("EmptyArguments"),
    /** Null at an optional property that does not allow it: left out. */
    NULL_AS_OMITTED("NullAsOmitted"),
    /** A string that is exactly a number, true or false, where only such, or null, are allowed: read. */
    STRING_SCALARS("StringScalars"),
    /** "null" where null is allowed and no string is: null. */
    NULL_TEXT("NullText"),
    /** "" at an optional property that allows no string: left out. */
    EMPTY_AS_OMITTED("EmptyAsOmitted"),
    /** A required property that is missing, and names null among what it allows: null. */
    OMITTED_AS_NULL("OmittedAsNull"),
    /** Declared bytes in the URL-safe alphabet, or without padding: the standard spelling. */
    BASE64_SPELLING("Base64Spelling");

    /** The usual ones: all that take no type for another, and no spelling of bytes for another. */
    public static final Set<Repair> MODEL = Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(STRING_SCALARS, BASE64_SPELLING)));

    private final String name;

    Repair(String name) {
        this.name = name;
    }

    /** The repair of a name in the contract. */
    public static Optional<Repair> named(String name) {
        return EnumSet.allOf(Repair.class).stream().filter(repair -> repair.name.equals(name)).findFirst();
    }

    /** Its name in the contract. */
    @Override
    public String toString() {
        return name;
    }
}
