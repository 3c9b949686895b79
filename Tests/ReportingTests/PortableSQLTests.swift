import Reporting
import Testing

@Suite("Portable SQL")
struct PortableSQLTests {
    @Test("every query keeps the rules", arguments: QueryCatalog().queries)
    func queries(query: QueryFile) {
        guard query.engine == nil else { return }
        #expect(PortableSQL.violations(query.text) == [])
        let lines = query.text.split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 100 && !$0.contains("\t") && $0.last != " " })
    }

    @Test(
        "what breaks a rule is found",
        arguments: [
            ("select a from t where a like 'x' order by a", "no like"),
            ("select \"a\" as b from t order by b", "no quoted names; texts in '..'"),
            ("select `a` as b from t order by b", "no quoted names; texts in '..'"),
            ("select iif(a, 1, 0) as b from t order by b", "no iif()"),
            ("select ifnull(a, 1) as b from t order by b", "no ifnull()"),
            ("select printf('x') as b from t order by b", "no printf()"),
            ("select json_extract(a, 'x') as b from t order by b", "no json_extract()"),
            ("select strftime('x', a) as b from t order by b", "no strftime()"),
            ("select concat(a, 'x') as b from t order by b", "no concat()"),
            ("select mod(a, 2) as b from t order by b", "no mod()"),
            ("select instr(a, 'x') as b from t order by b", "no instr()"),
            ("select avg(a) as b from t order by b", "no avg()"),
            ("select round(a) as b from t order by b", "no round()"),
            ("select length(a) as b from t order by b", "no length()"),
            ("select lower(a) as b from t order by b", "no lower()"),
            ("select group_concat(a) as b from t order by b", "no group_concat()"),
            ("select a * 0.5 as b from t order by b", "whole numbers only"),
            ("select 1e3 as b from t order by b", "whole numbers only"),
            ("values (1)", "no values"),
            ("values (1)", "one with or select"),
            ("select cast(a / c as bigint) as b from t order by b", "divide by nullif(.., 0)"),
            ("select a / nullif(c, 0) as b from t order by b", "a rate is 1e0 * a / nullif(b, 0)"),
            ("select cast(a as text) as b from t order by b", "cast to bigint only"),
            ("select a as value from t order by value", "no column named value"),
            ("select a as key from t order by key", "no column named key"),
            ("select a as timestamp from t order by timestamp", "no column named timestamp"),
            ("select sum(a) as a from t order by a", "alias a is a column that the select reads"),
            (
                "select c + 1 as a from t where a > 1 order by a",
                "alias a is a column that the select reads"
            ),
            (
                "with u as (select sum(a) as a from t) select a from u order by a",
                "alias a is a column that the select reads"
            ),
            ("select a from t", "order by"),
            ("select a from (select a from t order by a) as u", "order by"),
            ("select a from t order by c", "order by columns of the result, not c"),
            ("select a from t, u order by a", "no comma join"),
            ("select a from t join u on t.b = u.b order by a", "inner, left or cross join"),
            ("select a from t inner join u using (b) order by a", "no using"),
            ("select a from t union select a from u order by a", "union all"),
            ("select * from t order by a", "columns by name, no *"),
            ("select a from t where a == 1 order by a", "no =="),
            ("select a & 1 as b from t order by b", "no &"),
            ("select a from t where b = ? order by a", "parameters are written :name"),
            ("select a from t where b = @b order by a", "parameters are written :name"),
            ("select a from t order by a;", "no ;"),
            ("SELECT a from t order by a", "names and keywords in lower case"),
            ("select größe from t order by größe", "names in ASCII"),
            ("select max(a, c) as b from t order by b", "max() of one argument"),
            ("select lag(a) over (order by a) as b from t order by b", "lag() with a default"),
            ("with recursive a as (select 1 as b) select b from a order by b", "no recursive"),
            ("insert into t select a from u order by a", "one with or select"),
        ])
    func violations(sql: String, rule: String) {
        #expect(PortableSQL.violations(sql).map(\.rule).contains(rule))
    }

    @Test(
        "what keeps the rules is not",
        arguments: [
            "select a from t order by a",
            "select t.a as a, count(*) as n from t left join u on u.a = t.a group by 1 order by n",
            "select a, 'like \"x\" 0.5 / ;' as b from t -- \"x\"\norder by a desc, b limit 3",
            "select sum(a) filter (where c=1) as b from t where a in (select d from v) order by b",
            "with x as (select a from t union all select a from u) select a from x order by a",
            "select cast(10000 * a / nullif(c, 0) as bigint) as r from t order by r nulls first",
            "select 1e0 * a / nullif(c, 0) as r from t order by r nulls first",
        ])
    func clean(sql: String) {
        #expect(PortableSQL.violations(sql) == [])
    }

    @Test("a violation has its line")
    func line() {
        let violations = PortableSQL.violations(
            "select\n    a,\n    avg(b) as c\nfrom t\norder by a")
        #expect(violations == [.init(line: 3, rule: "no avg()")])
    }
}
