#include "testing/http/answer_form.hpp"

#include "testing/formats/accept_header.hpp"
#include "testing/formats/gzip_stream.hpp"

#include <boost/json/parse.hpp>

namespace coinformer::testing::detail {

namespace json = boost::json;

answer in_form(answer reply, served_resource const& of, object_view view)
{
    if (auto* const list = std::get_if<list_answer>(&reply)) {
        list->view = std::move(view);
    } else if (auto* const watch = std::get_if<watch_answer>(&reply)) {
        if (watch->cursor) watch->cursor->show_as(std::move(view));
    } else if (!view.whole()) {
        auto& whole = std::get<canned_answer>(reply);
        json::parse_options deep; // managedFields nest deeper than the object
        deep.max_depth = 300;
        auto const object = json::parse(whole.body, {}, deep).get_object();
        if (auto const* kind = object.if_contains("kind"); kind && *kind == "Status") return reply;
        whole.body.clear();
        view.append_object(whole.body, of, object);
        whole.body += '\n';
    }
    return reply;
}

answer in_protobuf(answer reply)
{
    if (auto* const list = std::get_if<list_answer>(&reply)) {
        list->protobuf = true;
    } else if (auto* const watch = std::get_if<watch_answer>(&reply)) {
        watch->protobuf = true;
        if (watch->cursor) watch->cursor->write_protobuf();
    }
    return reply;
}

answer compressed_for(wire_request const& request, answer reply, std::size_t threshold_bytes)
{
    if (!takes_gzip(request.accept_encoding)) return reply;
    if (auto* const list = std::get_if<list_answer>(&reply)) {
        list->gzip = true;
    } else if (auto* const watch = std::get_if<watch_answer>(&reply)) {
        watch->gzip = watch->streams_list && !watch->websocket;
    } else if (auto* const whole = std::get_if<canned_answer>(&reply);
               whole && whole->body.size() > threshold_bytes) {
        whole->body = gzipped(whole->body);
        whole->content_encoding = "gzip";
    }
    return reply;
}

} // namespace coinformer::testing::detail
