import Delivery
import Testing

@Suite("Excerpts of rejected lines")
struct ExcerptTests {
    private func excerpt(_ line: String) -> String {
        Array(line.utf8).withUnsafeBufferPointer(Excerpt.make)
    }

    @Test(
        "keep keys and punctuation in every notation, and mask values",
        arguments: [
            (
                #"[AnyHashable("title"): Ann Smith, AnyHashable("id"): 4711]"#,
                #"[AnyHashable("title"): …, AnyHashable("id"): …]"#
            ),
            (
                #"{ aps = { alert = { body = "Hi Ann"; }; }; title = FavoriteVenue; }"#,
                #"{ aps = { alert = { body = "…"; }; }; title = …; }"#
            ),
            ("{title: Hello Ann, body: Dear: Smith = {x}}", "{title: …, body: …: … = {…}}"),
            (#"title=Hello body="x Ann" user=ann"#, #"title=… body="…" user=…"#),
            (
                "Bundle[{title=Ann Smith, gcm.n.e=1}]", "Bundle[{title=…, gcm.n.e=…}]"
            ),
            ("RemoteMessage{data={orderId=Ann}}", "RemoteMessage{data={orderId=…}}"),
            (#"{:title=>"Hello Ann", "body"=>"x"}"#, #"{:title=>"…", "body"=>"…"}"#),
            ("Array ( [title] => Hello Ann )", "Array ( [title] => … )"),
            (
                #"array(1) { ["title"]=> string(3) "Ann" }"#,
                #"array(…) { ["title"]=> string(…) "…" }"#
            ),
            (#"%{"title" => "Ann", body: "x"}"#, #"%{"title" => "…", body: "…"}"#),
            (#"{'title': 'it\'s Ann', u'body': u'x'}"#, "{'title': '…', u'body': u'…'}"),
            ("{ title: 'Ann', data: [Object] }", "{ title: '…', data: […] }"),
            ("map[title:Hello Ann body:x y]", "map[title:… body:…]"),
            ("{Title:Hello Ann Body:Dear}", "{Title:… Body:…}"),
            (
                #"<push><title>Hello Ann</title><token a="x"/></push>"#,
                #"<push><title>…</title><token …="…"/></push>"#
            ),
            ("title=Hello%20Ann&body=a+b", "title=…&body=…"),
            (#"{"title":"Hi "Ann" "Smith": x","Jones":"y"}"#, #"{"title":"…"…"…"…"…","…":"…"}"#),
            (#"{"user":{"Ann Smith":1,"a@example.com":2}}"#, #"{"user":{"…":…,"…":…}}"#),
            (#"{"scores":{"Ann":1,"userName":2}}"#, #"{"scores":{"…":…,"userName":…}}"#),
            (#"{"dGhpc2lzbm90YXRva2VuMQ":1,"u4915112345":2}"#, #"{"…":…,"…":…}"#),
            ("push to Ann failed: try later", "… failed: …"),
        ])
    func masked(line: String, expected: String) {
        #expect(excerpt(line) == expected)
    }

    @Test(
        "show values of known keys in their form, and no others",
        arguments: [
            (#"{"ts":"2025-11-18T09:00:00.123+01:00","time":1763456400}"#, nil),
            (#"{"ts":"4915112345678","time":4915112345}"#, #"{"ts":"…","time":…}"#),
            (#"{"ts":"soon","when":"Ann"}"#, #"{"ts":"…","when":"…"}"#),
            (#"{"event":"opened","app_state":"background"}"#, nil),
            (#"{"event":"Ann","callback":"Smith"}"#, #"{"event":"…","callback":"…"}"#),
            ("event=opened ts=2025-11-18 09:00:00", nil),
            ("{messageId: 0:1763456400000001%1a1a1a1a1a1a1a1a}", nil),
            (#"{"message_id":"Ann"}"#, #"{"message_id":"…"}"#),
            (
                #"{"name":"projects/ann/messages/1763456400000001"}"#,
                #"{"name":"projects/…/messages/1763456400000001"}"#
            ),
            (#"{"name":"projects/ann/messages/smith"}"#, #"{"name":"…"}"#),
            (#"{"code":404,"status":"NOT_FOUND","error":"NotRegistered"}"#, nil),
            (
                #"{"code":"SMITH","status":4111,"error":"Ann"}"#,
                #"{"code":"…","status":…,"error":"…"}"#
            ),
            (#"{"validate_only":true,"vip":true}"#, #"{"validate_only":true,"vip":…}"#),
            (#"{"level":"info","platform":"iOS","title":null}"#, nil),
        ] as [(String, String?)])
    func shown(line: String, expected: String?) {
        #expect(excerpt(line) == expected ?? line)
    }

    @Test(
        "show of a logger's words the time and the level",
        arguments: [
            (
                #"2025-11-18T09:00:00Z stdout F INFO {"a":1}"#,
                #"2025-11-18T09:00:00Z stdout F INFO {"a":…}"#
            ),
            (#"Nov 18 09:00:00 ann push[4711]: {"a":1}"#, #"Nov 18 09:00:00 …[…]: {"a":…}"#),
            (
                #"[2025-11-18 09:00:00] local.INFO: Ann {"orderId":1} []"#,
                #"[2025-11-18 09:00:00] …: … {"orderId":…} []"#
            ),
            ("Ann was born on 1980-05-17 09:00:00", "…:…:…"),
        ])
    func leading(line: String, expected: String) {
        #expect(excerpt(line) == expected)
    }

    @Test("show nothing of a value that the limit cuts, wherever it falls")
    func cut() {
        for length in 150...220 {
            let line = #"{"a":""# + String(repeating: "x", count: length) + #"","event":"opened"}"#
            let text = excerpt(line)
            #expect(!text.contains("x"))
            #expect(text.contains("opened") == (line.utf8.count <= 201))
            #expect(excerpt("ts=1763456400 \(line)").hasPrefix("ts=1763456400 "))
        }
    }
}
