extension QueryError.Problem {
    /// One word for machines.
    package var code: String {
        switch kind {
        case .nothingToRun: "nothing_to_run"
        case .severalStatements: "several_statements"
        case .notReadOnly: "not_read_only"
        case .refused: "refused"
        case .noSuchTable: "no_such_table"
        case .noSuchColumn: "no_such_column"
        case .timeLimit: "time_limit"
        case .busy: "busy"
        case .sqlite: "sqlite"
        case .unknownParameter: "unknown_parameter"
        case .missingParameter: "missing_parameter"
        case .unnamedParameter: "unnamed_parameter"
        case .badArgument: "bad_argument"
        case .noHeader: "no_header"
        case .nameDiffers: "name_differs"
        case .noDescription: "no_description"
        case .noColumns: "no_columns"
        case .noExample: "no_example"
        case .badLine: "bad_line"
        case .unknownType: "unknown_type"
        case .describedTwice: "described_twice"
        case .parameterNotDescribed: "parameter_not_described"
        case .parameterNotUsed: "parameter_not_used"
        case .columnNotDescribed: "column_not_described"
        case .columnNotGiven: "column_not_given"
        case .columnOrder: "column_order"
        case .unknownQuery: "unknown_query"
        case .unknownDerivation: "unknown_derivation"
        case .columnsToDerive: "columns_to_derive"
        case .cannotRead: "cannot_read"
        case .notUTF8: "not_utf8"
        }
    }
}
